import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineComponent } from "convex/server";
import { v } from "convex/values";

/** The environment variables that billing reads; the host binds each. README.md explains them. */
const component = defineComponent("billing", {
  env: {
    BILLING_MODE: v.optional(v.string()),
    BILLING_SECRET_KEY: v.optional(v.string()),
    AUTUMN_SECRET_KEY: v.optional(v.string()),
    AUTUMN_URL: v.optional(v.string()),
    FINGERPRINT_KEY: v.optional(v.string()),
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(v.string()),
  },
});

component.use(rateLimiter);

export default component;

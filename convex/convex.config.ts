import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import migrations from "@convex-dev/migrations/convex.config.js";
import { defineApp } from "convex/server";
import billing from "../packages/billing/src/component/convex.config";
import { v } from "convex/values";

/** Every variable that the deployment reads. docs/deploy.md explains them. */
const app = defineApp({
  env: {
    BILLING_MODE: v.optional(v.string()),
    BILLING_SECRET_KEY: v.optional(v.string()),
    AUTUMN_SECRET_KEY: v.optional(v.string()),
    AUTUMN_URL: v.optional(v.string()),
    SITE_ORIGIN: v.optional(v.string()),
    SMTP_URL: v.optional(v.string()),
    MAIL_FROM: v.optional(v.string()),
    SELLER_NAME: v.optional(v.string()),
    SELLER_ADDRESS: v.optional(v.string()),
    SELLER_TAX_ID: v.optional(v.string()),
    LOCAL_ACCOUNTS: v.optional(v.string()),
    EMBEDDED_PRIVATE_KEY: v.optional(v.string()),
    EMBEDDED_ISSUER: v.optional(v.string()),
    EMBEDDED_JWKS: v.optional(v.string()),
    FINGERPRINT_KEY: v.optional(v.string()),
    SECRETS_KEY: v.optional(v.string()),
    STRIPE_SECRET_KEY: v.optional(v.string()),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
    STRIPE_API_URL: v.optional(v.string()),
    CLERK_JWT_ISSUER_DOMAIN: v.optional(v.string()),
  },
});

/** Counts calls for the rate limits of accounts and community. */
app.use(rateLimiter);
app.use(billing, {
  httpPrefix: "/billing/",
  env: {
    BILLING_MODE: app.env.BILLING_MODE,
    BILLING_SECRET_KEY: app.env.BILLING_SECRET_KEY,
    AUTUMN_SECRET_KEY: app.env.AUTUMN_SECRET_KEY,
    AUTUMN_URL: app.env.AUTUMN_URL,
    FINGERPRINT_KEY: app.env.FINGERPRINT_KEY,
    STRIPE_SECRET_KEY: app.env.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: app.env.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: app.env.STRIPE_API_URL,
  },
});
app.use(migrations);

export default app;

import billing from "@spotlight/billing/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({ env: { BILLING_MODE: v.optional(v.string()) } });
app.use(billing, { httpPrefix: "/billing/", env: { BILLING_MODE: app.env.BILLING_MODE } });
export default app;

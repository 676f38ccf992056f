import billing from "@spotlight/billing/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({
  env: { BILLING_MODE: v.optional(v.string()), BILLING_SECRET_KEY: v.optional(v.string()) },
});
const { BILLING_MODE, BILLING_SECRET_KEY } = app.env;
app.use(billing, { httpPrefix: "/billing/", env: { BILLING_MODE, BILLING_SECRET_KEY } });
export default app;

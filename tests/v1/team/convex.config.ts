import { defineApp } from "convex/server";
import billing from "../../../packages/billing/src/component/convex.config";

const app = defineApp();
app.use(billing, { httpPrefix: "/billing/", env: { BILLING_MODE: "sandbox" } });

export default app;

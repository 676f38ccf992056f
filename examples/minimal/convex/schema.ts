import { defineSchema } from "convex/server";
import { billingTables } from "@spotlight/billing/server";

export default defineSchema({ ...billingTables });

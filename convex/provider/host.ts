import { v } from "convex/values";
import { vResult } from "../../packages/billing/src/contract/errors";
import type { Result } from "../../packages/billing/src/contract/errors";
import { vCustomerData } from "../../packages/billing/src/contract/params";
import { internalQuery } from "../_generated/server";
import { billing } from "./index";

/** Actions have no database: they ask through this. */
export const allowed = internalQuery({
  args: {
    who: v.object({
      customerId: v.string(),
      entityId: v.optional(v.string()),
      customerData: v.optional(vCustomerData),
    }),
    featureId: v.string(),
    required: v.number(),
  },
  returns: vResult(v.boolean()),
  handler: async (ctx, { who, ...need }): Promise<Result<boolean>> =>
    await billing.allowed(ctx, who, need),
});

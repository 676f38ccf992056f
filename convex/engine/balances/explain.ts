import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import { nullable } from "../../contract/wire";
import { internalQuery } from "../../_generated/server";
import { viewCustomer } from "../customers/customers";
import { featuresOf } from "../customers/describe";
import { findEntity } from "../entities/entityRows";
import { resetBucket } from "../rules/buckets";
import { explainUse } from "../rules/explain";
import { isGranting } from "../rules/holdings";
import { toMicros } from "../rules/money";

const vExplanation = v.object({
  allowed: v.boolean(),
  reason: v.union(
    v.literal("allowed"),
    v.literal("not_granted"),
    v.literal("insufficient_balance"),
  ),
  sources: v.array(
    v.object({
      feature_id: v.string(),
      verdict: v.union(v.literal("pays"), v.literal("spare"), v.literal("short")),
      needed: v.number(),
      balance: v.number(),
    }),
  ),
  takes: v.array(
    v.object({
      bucket_id: v.string(),
      held_product_id: v.string(),
      feature_id: v.string(),
      entity_id: nullable(v.string()),
      from: v.union(
        v.literal("rollover"),
        v.literal("balance"),
        v.literal("overage"),
        v.literal("nothing"),
      ),
      amount: v.number(),
    }),
  ),
});
type Explained = Infer<ReturnType<typeof vResult<typeof vExplanation>>>;

/** For operators: which balance pays for a use, or why none does. Changes nothing. */
export const explainCheck = internalQuery({
  args: {
    customerId: v.string(),
    featureId: v.string(),
    entityId: v.optional(v.string()),
    /** Feature units. Default 1. */
    required: v.optional(v.number()),
    now: v.number(),
  },
  returns: vResult(vExplanation),
  handler: async (ctx, args): Promise<Explained> => {
    const { customerId, featureId, entityId = null, required = 1 } = args;
    if (!(required >= 0 && Number.isFinite(required))) {
      return fail("invalid_inputs", "required must be a finite number of at least 0");
    }
    const holdings = await viewCustomer(ctx, customerId, args.now);
    if (!holdings) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const { customer, catalogue, held, now } = holdings;
    if (entityId !== null && !(await findEntity(ctx, customer._id, entityId))) {
      return fail("entity_not_found", `Entity ${entityId} not found`, 404);
    }
    const inForce = new Set(held.filter((row) => isGranting(row, now)).map(({ id }) => id));
    const buckets = holdings.buckets
      .filter((bucket) => inForce.has(bucket.held_product_id))
      .map((bucket) => resetBucket(bucket, now));
    const use = { buckets, features: catalogue.features, featureId, entityId, now };
    const balances = featuresOf(holdings, entityId);
    return ok(explainUse(balances, { ...use, amount: toMicros(required) }));
  },
});

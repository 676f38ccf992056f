import type { CheckFeature } from "../contract/responses";
import type { Who } from "../contract/caller";
import { ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { CustomerFeature } from "../contract/wire";
import type { MutationCtx, QueryCtx } from "./_generated/server";
import { readRevision } from "./operations/customers/customers";
import { gateFeature, isAllowed, viewFeature } from "./operations/usage/usage";
import { isRemote } from "./hostedProvider/client";
import * as entitlements from "./hostedProvider/entitlements";
import type { GatedUse } from "./hostedProvider/entitlements";

/**
 * The operations of a provider within a transaction: this deployment's engine, or the
 * cache of a hosted provider.
 */
interface BillingProvider {
  /** Whether a customer may use a feature. Records nothing. */
  allowed: (
    ctx: QueryCtx,
    who: Who,
    need: { featureId: string; required: number },
  ) => Promise<Result<boolean>>;
  /** A customer's balance of a feature, and how much of it is used. Null: they do not have it. */
  feature: (ctx: QueryCtx, who: Who, featureId: string) => Promise<Result<CustomerFeature | null>>;
  /** Checks and records use. */
  gate: (ctx: MutationCtx, who: Who, use: GatedUse) => Promise<Result<CheckFeature>>;
  /** Rises when the customer or the catalogue changes. */
  revision: (
    ctx: QueryCtx,
    customerId: string | null,
  ) => Promise<{ customer: number; catalogue: number; next_change_at: number | null }>;
}

const embedded: BillingProvider = {
  allowed: async (ctx, who, need) => ok(await isAllowed(ctx, who, { ...need, now: Date.now() })),
  feature: async (ctx, who, id) => ok(await viewFeature(ctx, who, id, Date.now())),
  gate: gateFeature,
  revision: readRevision,
};

const remote: BillingProvider = {
  allowed: entitlements.isAllowed,
  feature: entitlements.viewFeature,
  gate: entitlements.gate,
  revision: entitlements.revision,
};

/**
 * The provider that does the billing: a hosted one if its key is set, else this
 * deployment's engine.
 */
export function currentProvider(): BillingProvider {
  return isRemote() ? remote : embedded;
}

import { decideFeatureAccess } from "../../contract/access";
import type { CheckFeature } from "../../contract/responses";
import { fail, ok } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import { MAX_UNITS } from "../../contract/quantity";
import type { CustomerFeature } from "../../contract/wire";
import { customerKey } from "../../contract/customerKeys";
import { idempotent } from "../store/idempotency";
import { balanceOf } from "../rules/balances/aggregate";
import { featureIn } from "../rules/balances/usage";
import { lookAt } from "../platform/overdue";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Who } from "../../contract/caller";
import { remaining } from "./remaining";
import { MAX_RESERVED, findEntitlementCache } from "./entitlementCacheRows";
import type { Holder } from "./entitlementCacheRows";
import { enqueue } from "./outbox";
import { HOUR_MS } from "../../contract/time";

export interface GatedUse {
  featureId: string;
  value: number;
  /** Names this use. */
  key: string;
  /** How old the cache may be. Default an hour. The engine is always current. */
  maxStaleMs?: number;
}

/** An older cache is too old to spend from. */
const MAX_STALE_MS = HOUR_MS;

/**
 * Whether a customer may use a feature, according to the cache.
 *
 * @returns Failures: `entitlements_stale` when the customer is not in it.
 */
export async function isAllowed(
  ctx: QueryCtx,
  who: Who,
  { featureId, required }: { featureId: string; required: number },
): Promise<Result<boolean>> {
  const cache = await findEntitlementCache(ctx, holderOf(who));
  if (!cache) return unseen();
  return ok(decideFeatureAccess(remaining(cache), featureId, required).allowed);
}

/**
 * A customer's balance of a feature, according to the cache. Failures: those of
 * {@link isAllowed}.
 */
export async function viewFeature(
  ctx: QueryCtx,
  who: Who,
  featureId: string,
): Promise<Result<CustomerFeature | null>> {
  const cache = await findEntitlementCache(ctx, holderOf(who));
  return cache ? ok(featureIn(remaining(cache), featureId)) : unseen();
}

/**
 * Reserves a use in the cache and queues its report, both in the caller's own
 * transaction.
 *
 * @returns The check after the use. Failures: `insufficient_balance`;
 *   `entitlements_stale` when the cache is missing or too old, and a refresh is
 *   scheduled; `invalid_inputs`; `duplicate_idempotency_key`.
 */
export async function gate(
  ctx: MutationCtx,
  who: Who,
  { featureId, value, key, maxStaleMs = MAX_STALE_MS }: GatedUse,
): Promise<Result<CheckFeature>> {
  if (!(value > 0 && value <= MAX_UNITS)) {
    return fail("invalid_inputs", "value must be greater than 0");
  }
  const holder = holderOf(who);
  const payload = { ...holder, featureId, value };
  const request = { key: customerKey(who.customerId, key), operation: "gate", payload };
  return await idempotent(ctx, request, async () => {
    const cache = await findEntitlementCache(ctx, holder);
    const now = Date.now();
    const isFresh = cache !== null && cache.seen_at + maxStaleMs >= now;
    if (!isFresh || cache.reserved_count >= MAX_RESERVED) {
      const newCustomer = { ...holder, customer_data: who.customerData ?? {} };
      await ctx.scheduler.runAfter(
        0,
        internal.hostedProvider.entitlementCache.refresh,
        newCustomer,
      );
      return unseen();
    }
    return await reserve(ctx, cache, who, { featureId, value });
  });
}

/** Counters that rise when the customer's cache changes. */
export async function revision(ctx: QueryCtx, customerId: string | null) {
  const cache =
    customerId === null
      ? null
      : await findEntitlementCache(ctx, { customer_id: customerId, entity_id: null });
  return {
    customer: cache ? cache.revision : 0,
    catalogue: 0,
    next_change_at: cache && cache.next_change_at,
  };
}

async function reserve(
  ctx: MutationCtx,
  cache: Doc<"entitlementCaches">,
  { customerData }: Who,
  { featureId, value }: { featureId: string; value: number },
): Promise<Result<CheckFeature>> {
  const { customer_id, entity_id } = cache;
  const decision = decideFeatureAccess(remaining(cache), featureId, value);
  if (!decision.allowed) {
    const name = featureIn(cache.features, featureId)?.name ?? featureId;
    return fail("insufficient_balance", `Not enough ${name} is left`);
  }
  const { source, required: amount } = decision;
  const paid_by = source.id;
  // A flag can't be used up.
  if (source.type === "static") return ok(serializeFeature(cache, paid_by, amount));
  const reserved = { ...cache.reserved, [paid_by]: (cache.reserved[paid_by] ?? 0) + amount };
  const now = Date.now();
  await ctx.db.patch("entitlementCaches", cache._id, {
    reserved,
    reserved_count: cache.reserved_count + 1,
    active_at: now,
    refresh_at: cache.refresh_at ?? now,
  });
  if (cache.refresh_at === null)
    await lookAt(ctx, now, internal.hostedProvider.refreshAll.refreshAll);
  const whose = { customer_id, entity_id, ...(customerData && { customer_data: customerData }) };
  await enqueue(ctx, { ...whose, feature_id: featureId, value, paid_by, amount });
  return ok(serializeFeature({ ...cache, reserved }, paid_by, amount));
}

function serializeFeature(
  cache: Doc<"entitlementCaches">,
  paidBy: string,
  required: number,
): CheckFeature {
  const left = remaining(cache)[paidBy];
  if (!left) throw new Error("A feature paid that is not in its cache");
  const { customer_id, entity_id } = cache;
  return {
    allowed: true,
    code: "feature_found",
    customer_id,
    ...(entity_id !== null && { entity_id }),
    feature_id: left.id,
    required_balance: required,
    ...balanceOf(left),
  };
}

function holderOf({
  customerId,
  entityId = null,
}: {
  customerId: string;
  entityId?: string | null;
}): Holder {
  return { customer_id: customerId, entity_id: entityId };
}

function unseen(): Failure {
  return fail("entitlements_stale", "Your balance can't be read right now. Try again soon.", 503);
}

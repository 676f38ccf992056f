import { decideFeatureAccess } from "../../contract/access";
import type { CheckFeature } from "../../contract/answers";
import { fail, ok } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import { MAX_UNITS } from "../../contract/quantity";
import type { CustomerFeature } from "../../contract/wire";
import { customerKey } from "../../contract/customerKeys";
import { once } from "../store/idempotency";
import { balanceOf } from "../rules/aggregate";
import { featureIn } from "../rules/usage";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Who } from "../../contract/caller";
import { available } from "./available";
import { MAX_RESERVED, findMirror } from "./mirrorRows";
import type { Holder } from "./mirrorRows";
import { enqueue } from "./outbox";

export interface GatedUse {
  featureId: string;
  value: number;
  /** Names this very use. */
  key: string;
  /** How old what is known may be. Default an hour. The engine always knows. */
  maxStaleMs?: number;
}

/** What was seen longer ago is too old to spend from. */
const MAX_STALE_MS = 60 * 60 * 1000;

/**
 * Whether a customer may use a feature, as last seen.
 *
 * @returns Failures: `entitlements_stale` when the customer was never seen.
 */
export async function isAllowed(
  ctx: QueryCtx,
  who: Who,
  { featureId, required }: { featureId: string; required: number },
): Promise<Result<boolean>> {
  const mirror = await findMirror(ctx, holderOf(who));
  if (!mirror) return unseen();
  return ok(decideFeatureAccess(available(mirror), featureId, required).allowed);
}

/** What a customer has of a feature, as last seen. Failures: those of {@link isAllowed}. */
export async function viewFeature(
  ctx: QueryCtx,
  who: Who,
  featureId: string,
): Promise<Result<CustomerFeature | null>> {
  const mirror = await findMirror(ctx, holderOf(who));
  return mirror ? ok(featureIn(available(mirror), featureId)) : unseen();
}

/**
 * Reserves a use on the mirror and queues its report, both in the caller's own
 * transaction.
 *
 * @returns The check after the use. Failures: `insufficient_balance`;
 *   `entitlements_stale` when the mirror is missing or too old: it is then
 *   asked for; `invalid_inputs`; `duplicate_idempotency_key`.
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
  return await once(ctx, request, async () => {
    const mirror = await findMirror(ctx, holder);
    const now = Date.now();
    const isFresh = mirror !== null && mirror.seen_at + maxStaleMs >= now;
    if (!isFresh || mirror.reserved_count >= MAX_RESERVED) {
      const newcomer = { ...holder, customer_data: who.customerData ?? {} };
      await ctx.scheduler.runAfter(0, internal.remote.mirror.refresh, newcomer);
      return unseen();
    }
    return await reserve(ctx, mirror, who, { featureId, value });
  });
}

/** Counters that rise when what is seen of the customer changes. */
export async function revision(ctx: QueryCtx, customerId: string | null) {
  const mirror =
    customerId === null
      ? null
      : await findMirror(ctx, { customer_id: customerId, entity_id: null });
  return {
    customer: mirror ? mirror.revision : 0,
    catalogue: 0,
    next_change_at: mirror && mirror.next_change_at,
  };
}

async function reserve(
  ctx: MutationCtx,
  mirror: Doc<"mirrors">,
  { customerData }: Who,
  { featureId, value }: { featureId: string; value: number },
): Promise<Result<CheckFeature>> {
  const { customer_id, entity_id } = mirror;
  const decision = decideFeatureAccess(available(mirror), featureId, value);
  if (!decision.allowed) {
    const name = featureIn(mirror.features, featureId)?.name ?? featureId;
    return fail("insufficient_balance", `Not enough ${name} is left`);
  }
  const { source, required: amount } = decision;
  const paid_by = source.id;
  // What is either there or not can't be used up.
  if (source.type === "static") return ok(describe(mirror, paid_by, amount));
  const reserved = { ...mirror.reserved, [paid_by]: (mirror.reserved[paid_by] ?? 0) + amount };
  const now = Date.now();
  await ctx.db.patch("mirrors", mirror._id, {
    reserved,
    reserved_count: mirror.reserved_count + 1,
    active_at: now,
    refresh_at: mirror.refresh_at ?? now,
  });
  const whose = { customer_id, entity_id, ...(customerData && { customer_data: customerData }) };
  await enqueue(ctx, { ...whose, feature_id: featureId, value, paid_by, amount });
  return ok(describe({ ...mirror, reserved }, paid_by, amount));
}

function describe(mirror: Doc<"mirrors">, paidBy: string, required: number): CheckFeature {
  const left = available(mirror)[paidBy];
  if (!left) throw new Error("A feature paid that is not in its mirror");
  const { customer_id, entity_id } = mirror;
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
  return fail("entitlements_stale", "What is left can't be told right now: try again soon", 503);
}

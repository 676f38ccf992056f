import type { Infer } from "convex/values";
import { decideFeatureAccess } from "../contract/access";
import { fail, ok } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import type { CheckFeature, Track } from "../contract/answers";
import type { vTrackParams } from "../contract/params";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { checkFeature } from "./check";
import { openCustomer, viewCustomer } from "./customers";
import type { Asker } from "./customers";
import { deduct } from "./deduct";
import { featuresOf } from "./describe";
import { once } from "./idempotency";
import type { Catalogue } from "./rules/model";

type TrackParams = Infer<typeof vTrackParams>;

/** Who uses: the customer, or an entity of theirs. */
type Who = Asker & { entityId?: string | undefined };

/** Keeps every stored quantity a safe integer. */
const MAX_VALUE = 1_000_000_000;

/** Records use of a feature, as much of it as the balance has. */
export async function track(ctx: MutationCtx, params: TrackParams): Promise<Result<Track>> {
  const { value = 1, properties = {}, event_name: eventName = null } = params;
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) {
    return fail("invalid_inputs", `value must be a number between -${MAX_VALUE} and ${MAX_VALUE}`);
  }
  if (params.entity_id !== undefined) return unknownEntity(params.entity_id);
  const asker = { customerId: params.customer_id, customerData: params.customer_data };
  let holdings = await openCustomer(ctx, asker);
  const featureIds = drivenBy(holdings.catalogue, params);
  if (!Array.isArray(featureIds)) return featureIds;
  let first: string | null = null;
  for (const featureId of featureIds) {
    const use = { featureId, eventName, value, properties, mode: "cap" as const };
    const done = await deduct(ctx, holdings, use);
    if (!done) throw new Error("A capped use is never rejected");
    first ??= done.event;
    holdings = done.holdings;
  }
  if (first === null) throw new Error("An event drives at least one feature");
  return ok({
    id: first,
    code: "event_received",
    customer_id: params.customer_id,
    ...(params.feature_id !== undefined && { feature_id: params.feature_id }),
    ...(eventName !== null && { event_name: eventName }),
  });
}

/**
 * Checks and records a use in the caller's own transaction.
 *
 * @returns The check after the use. Error codes: `insufficient_balance`, with
 *   nothing recorded; `feature_not_found`; `entity_not_found`; `invalid_inputs`;
 *   `duplicate_idempotency_key`.
 */
export async function gateFeature(
  ctx: MutationCtx,
  who: Who,
  { featureId, value, key }: { featureId: string; value: number; key: string },
): Promise<Result<CheckFeature>> {
  if (!(value > 0 && value <= MAX_VALUE)) {
    return fail("invalid_inputs", "value must be greater than 0");
  }
  if (who.entityId !== undefined) return unknownEntity(who.entityId);
  const payload = { customerId: who.customerId, featureId, value };
  const request = { key: `${who.customerId}:${key}`, operation: "gate", payload };
  return await once(ctx, request, async () => {
    const holdings = await openCustomer(ctx, who);
    const question = { featureId, required: value, effect: "use" as const, withPreview: true };
    const checked = await checkFeature(ctx, holdings, question);
    if (checked.error || checked.data.allowed) return checked;
    return fail("insufficient_balance", checked.data.preview?.message ?? "Not enough is left");
  });
}

/** Whether a customer may use a feature. Safe in queries: `now` is the caller's coarse time. */
export async function isAllowed(
  ctx: QueryCtx,
  who: Who,
  { featureId, required, now }: { featureId: string; required: number; now: number },
): Promise<boolean> {
  if (who.entityId !== undefined) return false;
  const holdings = await viewCustomer(ctx, who.customerId, now);
  return (
    holdings !== null && decideFeatureAccess(featuresOf(holdings), featureId, required).allowed
  );
}

/** The features that an event or a feature id drives. */
function drivenBy({ features }: Catalogue, params: TrackParams): string[] | Failure {
  const { feature_id: featureId, event_name: eventName } = params;
  if (featureId !== undefined && eventName === undefined) {
    const feature = features.get(featureId);
    if (!feature) return fail("feature_not_found", `Feature ${featureId} not found`, 404);
    if (feature.type !== "boolean") return [featureId];
    return fail("invalid_inputs", `${feature.name} is either there or not: it can't be used up`);
  }
  if (featureId !== undefined || eventName === undefined) {
    return fail("invalid_request", "Pass exactly one of feature_id and event_name");
  }
  const driven = [...features.values()].filter((row) => row.event_names?.includes(eventName));
  return driven.length > 0
    ? driven.map(({ id }) => id)
    : fail("invalid_event_name", `No feature counts the event ${eventName}`);
}

function unknownEntity(entityId: string): Failure {
  return fail("entity_not_found", `Entity ${entityId} not found`, 404);
}

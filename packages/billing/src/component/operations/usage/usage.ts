import { decideFeatureAccess } from "../../../contract/access";
import { fail, ok } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import { isCountable, NOT_COUNTABLE } from "../../../contract/quantity";
import type { Track } from "../../../contract/usageResponses";
import type { CustomerFeature } from "../../../contract/wire";
import type { CheckFeature } from "../../../contract/responses";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checkFeature } from "./check";
import { customerKey } from "../../../contract/customerKeys";
import { ensureCurrentCustomer, viewCustomer } from "../customers/customers";
import type { Caller } from "../customers/customers";
import { deduct, NO_EVENT, planUse } from "./deduct";
import type { PlannedUse, Use } from "./deduct";
import { refuseWhilePaying } from "./seatIntents";
import type { SeatCall } from "./seatIntents";
import { featuresOf } from "../responses/serializeCustomer";
import { openEntity } from "../entities/entities";
import { findEntity } from "../../store/entities/entityRows";
import type { CustomerState } from "../../store/customers/customerState";
import { idempotent } from "../../store/idempotency";
import type { SeatRequest } from "../../store/intents/seatRequest";
import type { Catalogue } from "../../rules/model";
import { fromMicros, toMicros } from "../../rules/money/money";
import { featureIn, usageChange } from "../../rules/balances/usage";

type TrackParams = WireParams<"track">;

/** The user of a feature: the customer, or one of their entities. */
type Who = Caller & { entityId?: string | undefined };

/**
 * Records use of a feature, as much as the balances allow; seats that cost money
 * all or not at all.
 */
export async function track(
  ctx: MutationCtx,
  params: TrackParams,
  key?: string,
  intent?: Doc<"intents">,
): Promise<Result<Track>> {
  const { properties = {}, event_name: eventName = null } = params;
  const value = valueOf(params);
  if (typeof value !== "number") return value;
  const caller = { customerId: params.customer_id, customerData: params.customer_data };
  const uses = (catalogue: Catalogue) => {
    const driven = drivenBy(catalogue, params);
    return Array.isArray(driven) ? driven : [];
  };
  const customer = await ensureCurrentCustomer(ctx, caller, params.entity_id, uses);
  const featureIds = drivenBy(customer.catalogue, params);
  if (!Array.isArray(featureIds)) return featureIds;
  const customerState = await openEntity(ctx, customer, params);
  if ("error" in customerState) return customerState;
  const { entity_id: entityId = null } = params;
  const common = { amount: toMicros(value), entityId, mode: "cap" as const };
  const planned = featureIds.map((featureId) => ({ ...common, featureId }));
  const call = { request: { operation: "track" as const, params }, key, intent };
  const done = await deduct(ctx, customerState, planned, { eventName, properties }, call);
  if ("error" in done) return done;
  const [first] = done.events;
  if (first === undefined) throw new Error("An event drives at least one feature");
  return ok({
    id: first,
    code: "event_received",
    customer_id: params.customer_id,
    ...(entityId !== null && { entity_id: entityId }),
    ...(params.feature_id !== undefined && { feature_id: params.feature_id }),
    ...(eventName !== null && { event_name: eventName }),
    ...serializePartial(done.uses),
  });
}

/**
 * Sets how much of a feature is in use. The same value again changes nothing.
 * Seats and storage count beyond the grant too, because they exist.
 *
 * @returns Failures: `invalid_request` when both the feature and credits could be
 *   meant; those of {@link track}.
 */
export async function setUsage(
  ctx: MutationCtx,
  params: WireParams<"setUsage">,
  key?: string,
  intent?: Doc<"intents">,
): Promise<OperationResult<"setUsage">> {
  const { customer_id, feature_id: featureId, value } = params;
  if (!(value >= 0 && isCountable(value))) {
    return fail("invalid_inputs", `value must be ${NOT_COUNTABLE}`);
  }
  const caller = { customerId: customer_id, customerData: params.customer_data };
  const opened = await ensureCurrentCustomer(ctx, caller, params.entity_id, () => [featureId]);
  const customerState = await openEntity(ctx, opened, params);
  if ("error" in customerState) return customerState;
  const unusable = refuseFeature(customerState.catalogue, featureId);
  if (unusable) return unusable;
  const call = { request: { operation: "setUsage" as const, params }, key, intent };
  const paying = await refuseWhilePaying(ctx, customerState, call);
  if (paying) return paying;
  const { entity_id: entityId = null } = params;
  const decision = usageChange(featuresOf(customerState, entityId), featureId, toMicros(value));
  if (decision === "ambiguous") {
    return fail("invalid_request", "Credits and a balance of its own both pay for this feature");
  }
  const { type } = customerState.catalogue.features.get(featureId) ?? {};
  const mode = type === "continuous_use" ? "record" : "cap";
  const use = { featureId, amount: decision, entityId, mode } as const;
  const done = await setUsed(ctx, customerState, use, call);
  if ("error" in done) return done;
  return ok({
    success: true,
    code: "event_received",
    customer_id,
    feature_id: featureId,
    ...serializePartial([done.planned]),
  });
}

/** Only the applied part becomes an event: a target out of reach is not used twice. */
async function setUsed(ctx: MutationCtx, customerState: CustomerState, use: Use, call: SeatCall) {
  const planned = planUse(customerState, use);
  if ("error" in planned) return planned;
  const { applied: amount } = planned;
  if (amount === 0) return { planned };
  const applied = [{ ...use, amount }];
  const done = await deduct(ctx, customerState, applied, NO_EVENT, call);
  return "error" in done ? done : { planned };
}

/** Tells the caller which uses were applied only in part. */
function serializePartial(uses: readonly PlannedUse[]) {
  const partial = uses
    .filter(({ unapplied }) => unapplied !== 0)
    .map(({ use, applied, unapplied }) => ({
      feature_id: use.featureId,
      applied: fromMicros(applied),
      unapplied: fromMicros(unapplied),
    }));
  return partial.length === 0 ? {} : { partial };
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
  { featureId, value, key: ownKey }: { featureId: string; value: number; key: string },
): Promise<Result<CheckFeature>> {
  if (!(value > 0)) return fail("invalid_inputs", "value must be greater than 0");
  if (!isCountable(value)) return fail("invalid_inputs", `value must be ${NOT_COUNTABLE}`);
  const { customerId, entityId } = who;
  const key = customerKey(customerId, ownKey);
  // Without an entity, the payload equals that of keys from earlier versions.
  const payload = { customerId, featureId, value, ...(entityId !== undefined && { entityId }) };
  const entity = entityId === undefined ? {} : { entity_id: entityId };
  const use = { customer_id: customerId, ...entity, feature_id: featureId, value };
  return await idempotent(
    ctx,
    { key, operation: "gate", payload },
    async () => await useGate(ctx, use, who.customerData, { key }),
  );
}

/**
 * Checks and records a use, without looking for an earlier answer.
 *
 * @param stored - The key of the answer, and the intent whose charge for seats is paid, if any.
 */
export async function useGate(
  ctx: MutationCtx,
  params: (SeatRequest & { operation: "gate" })["params"],
  customerData?: Who["customerData"],
  { key, intent }: Partial<Pick<SeatCall, "key" | "intent">> = {},
): Promise<Result<CheckFeature>> {
  const { customer_id: customerId, entity_id: entityId, feature_id: featureId, value } = params;
  const caller = { customerId, customerData };
  const customer = await ensureCurrentCustomer(ctx, caller, entityId, () => [featureId]);
  const customerState = await openEntity(ctx, customer, { entity_id: entityId });
  if ("error" in customerState) return customerState;
  const call = { request: { operation: "gate" as const, params }, key, intent };
  const use = { effect: "use" as const, withPreview: true, entityId: entityId ?? null };
  const question = { ...use, featureId, required: value, call };
  const checked = await checkFeature(ctx, customerState, question);
  if (checked.error || checked.data.allowed) return checked;
  return fail("insufficient_balance", checked.data.preview?.message ?? "Not enough is left");
}

/** Whether a customer may use a feature. Safe in queries: `now` is the caller's coarse time. */
export async function isAllowed(
  ctx: QueryCtx,
  who: Who,
  { featureId, required, now }: { featureId: string; required: number; now: number },
): Promise<boolean> {
  const customerState = await viewCustomer(ctx, who.customerId, now, who.entityId, () => [
    featureId,
  ]);
  if (customerState === null || !(required === 0 || isCountable(required))) return false;
  const { entityId = null } = who;
  if (entityId !== null && !(await findEntity(ctx, customerState.customer._id, entityId)))
    return false;
  return decideFeatureAccess(featuresOf(customerState, entityId), featureId, required).allowed;
}

/** A customer's or an entity's balance of a feature; null: they do not have it. Safe in queries. */
export async function viewFeature(
  ctx: QueryCtx,
  { customerId, entityId }: Who,
  featureId: string,
  now: number,
): Promise<CustomerFeature | null> {
  const customerState = await viewCustomer(ctx, customerId, now, entityId, () => [featureId]);
  if (!customerState) return null;
  const { customer } = customerState;
  if (entityId !== undefined && !(await findEntity(ctx, customer._id, entityId))) return null;
  return featureIn(featuresOf(customerState, entityId ?? null), featureId);
}

/** The value of an event; its property of that name is used when it is omitted. */
function valueOf({ value, properties }: TrackParams): number | Failure {
  const given = value ?? properties?.value ?? 1;
  if (typeof given === "number" && isCountable(given)) return given;
  return fail("invalid_inputs", `value must be a number: ${NOT_COUNTABLE}, negative to give back`);
}

/** The features that an event or a feature id affects. */
function drivenBy(catalogue: Catalogue, params: TrackParams): string[] | Failure {
  const { feature_id: featureId, event_name: eventName } = params;
  if (featureId !== undefined && eventName === undefined) {
    return refuseFeature(catalogue, featureId) ?? [featureId];
  }
  if (featureId !== undefined || eventName === undefined) {
    return fail("invalid_inputs", "Pass exactly one of feature_id and event_name");
  }
  const driven = [...catalogue.features.values()].filter(
    (row) => row.type !== "boolean" && row.event_names?.includes(eventName),
  );
  return driven.length > 0
    ? driven.map(({ id }) => id)
    : fail("invalid_event_name", `No feature counts the event ${eventName}`);
}

function refuseFeature({ features }: Catalogue, featureId: string): Failure | null {
  const feature = features.get(featureId);
  if (!feature) return fail("feature_not_found", `Feature ${featureId} not found`, 404);
  if (feature.type !== "boolean") return null;
  return fail("invalid_inputs", `${feature.name} is either there or not: it can't be used up`);
}

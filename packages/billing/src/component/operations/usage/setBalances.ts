import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { saveBuckets } from "../../store/balances/buckets";
import { refuseBeyond } from "./deduct";
import { commit } from "../../store/commit";
import { openCustomer } from "../customers/customers";
import { findEntity } from "../../store/entities/entityRows";
import { findCustomer } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { adjustTo } from "../../rules/adjust";
import { isGranting, isLive, isSeenBy } from "../../rules/holdings";
import type { Bucket } from "../../rules/model";
import { toMicros } from "../../rules/money";
import { deductionOrder } from "../../rules/order";

type Target = WireParams<"setBalances">["balances"][number];

/** Keeps every stored quantity a safe integer. */
const MAX_BALANCE = 1_000_000_000;

/**
 * Makes balances what an operator says, all or none of them. The difference is
 * an adjustment of the grant: what was used stays what it was.
 *
 * @returns Failures: `customer_not_found`, `feature_not_found`,
 *   `entity_not_found`; `invalid_inputs` for what is unlimited, is not granted,
 *   or may not go so low.
 */
export async function setBalances(
  ctx: MutationCtx,
  { customer_id: customerId, balances }: WireParams<"setBalances">,
): Promise<OperationResult<"setBalances">> {
  if (balances.length === 0) return fail("invalid_inputs", "Name at least one balance");
  if (!(await findCustomer(ctx, customerId))) {
    return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  }
  const holdings = await openCustomer(ctx, { customerId });
  const before = holdings.buckets;
  let after: readonly Bucket[] = before;
  for (const target of balances) {
    const { entity_id: entityId } = target;
    if (entityId !== undefined && !(await findEntity(ctx, holdings.customer._id, entityId))) {
      return fail("entity_not_found", `Entity ${entityId} not found`, 404);
    }
    const adjusted = adjust(holdings, after, target);
    if ("error" in adjusted) return adjusted;
    after = adjusted;
  }
  const beyond = refuseBeyond(holdings, before, after);
  if (beyond) return beyond;
  const { customer, now } = holdings;
  const cause = { kind: "adjustment" as const, id: customer._id, at: now };
  await saveBuckets(ctx, customer._id, before, after, { ...cause, actor: "operator" });
  await commit(ctx, holdings);
  return ok({ success: true });
}

function adjust(
  holdings: Holdings,
  buckets: readonly Bucket[],
  target: Target,
): Bucket[] | Failure {
  const { feature_id: id, balance } = target;
  if (!(Math.abs(balance) <= MAX_BALANCE)) {
    return fail("invalid_inputs", `balance must be between -${MAX_BALANCE} and ${MAX_BALANCE}`);
  }
  if (!holdings.catalogue.features.has(id)) {
    return fail("feature_not_found", `Feature ${id} not found`, 404);
  }
  const meant = buckets
    .filter((bucket) => isMeant(holdings, bucket, target))
    .sort(deductionOrder(target.entity_id ?? null));
  if (meant.length === 0) return fail("invalid_inputs", `The customer has no balance of ${id}`);
  if (meant.some((bucket) => bucket.unlimited)) {
    return fail("invalid_inputs", `${id} is unlimited: there is no balance to set`);
  }
  const adjusted = adjustTo(meant, toMicros(balance), holdings.now);
  if (!adjusted) return fail("invalid_inputs", `The balance of ${id} may not go so low`);
  const byId = new Map(adjusted.map((bucket) => [bucket.id, bucket]));
  return buckets.map((bucket) => byId.get(bucket.id) ?? bucket);
}

function isMeant({ held, now }: Holdings, bucket: Bucket, target: Target): boolean {
  const { feature_id: id, interval, interval_count: count, entity_id: entityId = null } = target;
  const row = held.find((candidate) => candidate.id === bucket.held_product_id);
  return (
    bucket.feature_id === id &&
    row !== undefined &&
    isGranting(row, now) &&
    isLive(bucket, now) &&
    isSeenBy(bucket, entityId) &&
    (interval === undefined || bucket.interval === interval) &&
    (count === undefined || bucket.interval_count === count)
  );
}

import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { saveBalances } from "../../store/balances/balances";
import { refuseBeyond } from "./deduct";
import { reloadAndSave } from "../../store/saveRevision";
import { ensureCurrentCustomer } from "../customers/customers";
import { findEntity } from "../../store/entities/entityRows";
import { findCustomer } from "../../store/customers/customerState";
import type { Actor } from "../../../contract/operatorResponses";
import type { CustomerState } from "../../store/customers/customerState";
import { adjustTo } from "../../rules/balances/adjust";
import { balancesInForce, isLive } from "../../rules/subscriptions/currentProducts";
import type { Balance } from "../../rules/model";
import { toMicros } from "../../rules/money/money";
import { deductionOrder } from "../../rules/balances/order";

type Target = WireParams<"setBalances">["balances"][number];

/** Keeps every stored quantity a safe integer. */
const MAX_BALANCE = 1_000_000_000;

/**
 * Sets balances to an operator's values, all or none of them. The difference is an
 * adjustment of the grant: usage stays.
 *
 * @returns Failures: `customer_not_found`, `feature_not_found`,
 *   `entity_not_found`; `invalid_inputs` for unlimited balances, for features that
 *   are not granted, or for too low a value.
 */
export async function setBalances(
  ctx: MutationCtx,
  { customer_id: customerId, balances }: WireParams<"setBalances">,
  actor: Actor = { actor: "operator" },
): Promise<OperationResult<"setBalances">> {
  if (balances.length === 0) return fail("invalid_inputs", "Name at least one balance");
  if (!(await findCustomer(ctx, customerId))) {
    return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  }
  const customerState = await ensureCurrentCustomer(ctx, { customerId });
  const before = customerState.balanceRows;
  let after: readonly Balance[] = before;
  for (const target of balances) {
    const { entity_id: entityId } = target;
    if (entityId !== undefined && !(await findEntity(ctx, customerState.customer._id, entityId))) {
      return fail("entity_not_found", `Entity ${entityId} not found`, 404);
    }
    const adjusted = adjust(customerState, after, target);
    if ("error" in adjusted) return adjusted;
    after = adjusted;
  }
  const beyond = refuseBeyond(customerState, before, after);
  if (beyond) return beyond;
  const { customer, now } = customerState;
  const cause = { kind: "adjustment" as const, id: customer._id, at: now };
  await saveBalances(ctx, customer._id, before, after, { ...cause, ...actor });
  await reloadAndSave(ctx, customerState);
  return ok({ success: true });
}

function adjust(
  customerState: CustomerState,
  balanceRows: readonly Balance[],
  target: Target,
): Balance[] | Failure {
  const { feature_id: id, balance } = target;
  if (!(Math.abs(balance) <= MAX_BALANCE)) {
    return fail("invalid_inputs", `balance must be between -${MAX_BALANCE} and ${MAX_BALANCE}`);
  }
  if (!customerState.catalogue.features.has(id)) {
    return fail("feature_not_found", `Feature ${id} not found`, 404);
  }
  const meant = balancesMeant(customerState, balanceRows, target);
  if (meant.length === 0) return fail("invalid_inputs", nameMissing(target));
  if (meant.some((balance) => balance.unlimited)) {
    return fail("invalid_inputs", `${id} is unlimited: there is no balance to set`);
  }
  const adjusted = adjustTo(meant, toMicros(balance), customerState.now);
  if (!adjusted) return fail("invalid_inputs", `The balance of ${id} may not go so low`);
  const byId = new Map(adjusted.map((balance) => [balance.id, balance]));
  return balanceRows.map((balance) => byId.get(balance.id) ?? balance);
}

function nameMissing({ feature_id: id, entity_id: entity }: Target): string {
  return entity === undefined
    ? `The customer has no balance of ${id}`
    : `Entity ${entity} has no balance of ${id} of its own`;
}

/**
 * The balances that a target selects, in deduction order. For an entity these are only its own
 * grants, because the customer's grants belong to all entities.
 */
export function balancesMeant(
  customerState: CustomerState,
  balanceRows: readonly Balance[],
  target: Omit<Target, "balance">,
): Balance[] {
  return balancesInForce({ ...customerState, balanceRows })
    .filter((balance) => isMeant(balance, target, customerState.now))
    .sort(deductionOrder(target.entity_id ?? null));
}

function isMeant(balance: Balance, target: Omit<Target, "balance">, now: number): boolean {
  const { feature_id: id, interval, interval_count: count, entity_id: entityId } = target;
  return (
    balance.feature_id === id &&
    isLive(balance, now) &&
    (entityId === undefined || balance.entity_id === entityId) &&
    (interval === undefined || balance.interval === interval) &&
    (count === undefined || balance.interval_count === count)
  );
}

import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import { isCountable, NOT_COUNTABLE } from "../../../contract/quantity";
import type { QueryCtx } from "../../_generated/server";
import { viewCustomer } from "../customers/customers";
import { featuresOf } from "../responses/serializeCustomer";
import { findEntity } from "../../store/entities/entityRows";
import { resetBalance } from "../../rules/balances/balances";
import { explainUse } from "../../rules/balances/explain";
import { balancesInForce } from "../../rules/subscriptions/currentProducts";
import { toMicros } from "../../rules/money/money";

/** Which balance pays for a use, or why none does. Changes nothing. */
export async function explainCheck(
  ctx: QueryCtx,
  params: WireParams<"explainCheck">,
  at: number,
): Promise<OperationResult<"explainCheck">> {
  const { customer_id: id, feature_id: featureId, entity_id: entityId = null } = params;
  const { required_balance: required = 1 } = params;
  if (!(required >= 0 && isCountable(required))) {
    return fail("invalid_inputs", `required_balance must be ${NOT_COUNTABLE}`);
  }
  const customerState = await viewCustomer(ctx, id, at);
  if (!customerState) return fail("customer_not_found", `Customer ${id} not found`, 404);
  const { customer, catalogue, now } = customerState;
  if (!catalogue.features.has(featureId)) {
    return fail("feature_not_found", `Feature ${featureId} not found`, 404);
  }
  if (entityId !== null && !(await findEntity(ctx, customer._id, entityId))) {
    return fail("entity_not_found", `Entity ${entityId} not found`, 404);
  }
  const balanceRows = balancesInForce(customerState).map((row) => resetBalance(row, now));
  const use = { balanceRows, features: catalogue.features, featureId, entityId, now };
  const balances = featuresOf(customerState, entityId);
  return ok(explainUse(balances, { ...use, amount: toMicros(required) }));
}

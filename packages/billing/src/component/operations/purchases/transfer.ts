import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { reloadAndSave } from "../../store/saveRevision";
import { ensureCurrentCustomer } from "../customers/customers";
import { freeDefault, startFreeDefault, successorOf } from "../renewal/ending";
import { findEntity } from "../../store/entities/entityRows";
import { storeEffects, withEntities } from "../../store/effects";
import { balancesOf, findCustomer } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { addPart } from "../../rules/effects/additions";
import { inOrder } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import type { Balance } from "../../rules/model";
import { isPlan } from "../../rules/products/product";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { splitUnit } from "../../rules/balances/split";

/**
 * Moves a product from a customer, or from one of its entities, to an entity, with
 * its balances, its use and its scheduled successor. No money moves.
 */
export async function transferProduct(
  ctx: MutationCtx,
  params: WireParams<"transferProduct">,
): Promise<OperationResult<"transferProduct">> {
  const { customer_id: customerId, from_entity_id: from = null, to_entity_id: to } = params;
  if (!(await findCustomer(ctx, customerId))) {
    return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  }
  const customerState = await ensureCurrentCustomer(ctx, { customerId });
  const row = customerState.subscriptions.find(
    ({ product, entity_id, status }) =>
      product.id === params.product_id && entity_id === from && status !== "scheduled",
  );
  if (!row) {
    const message = `Product ${params.product_id} is not attached`;
    return fail("customer_product_not_found", message, 404);
  }
  const refusal = await refuseTransfer(ctx, customerState, row, to);
  if (refusal) return refusal;
  if (row.quantity > 1) await splitOff(ctx, customerState, row, to);
  else await moveAll(ctx, customerState, row, to);
  await reloadAndSave(ctx, customerState);
  return ok({ success: true });
}

async function refuseTransfer(
  ctx: MutationCtx,
  { customer, subscriptions }: CustomerState,
  { product }: SubscriptionRow,
  to: string,
): Promise<Failure | null> {
  if (!(await findEntity(ctx, customer._id, to))) {
    return fail("entity_not_found", `Entity ${to} not found`, 404);
  }
  const taken = subscriptions.some((row) => {
    const isRival = isPlan(product) && isPlan(row.product) && row.product.group === product.group;
    return row.entity_id === to && isRival;
  });
  if (!taken) return null;
  const message = `Entity ${to} has a product of this group already`;
  return fail("customer_product_already_exists", message, 409);
}

/** Both move: the subscription, and its scheduled successor. */
async function moveAll(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  to: string,
): Promise<void> {
  const successor = isPlan(row.product) ? successorOf(customerState, row) : null;
  const fallback = isPlan(row.product) ? freeDefault(customerState, row.product.group) : undefined;
  const state = await withEntities(ctx, customerState, fallback ? [fallback] : []);
  const effects = inOrder(
    state,
    () =>
      (successor ? [row, successor] : [row]).map(({ id }) => ({
        kind: "set",
        id,
        changes: { entity_id: to },
      })),
    () => [moveBalances(balancesOf(customerState, row), row.id, row.entity_id, to)],
    // The customer always keeps the free default.
    (after) => (isPlan(row.product) ? startFreeDefault(after, row) : []),
  );
  await storeEffects(ctx, state, effects);
}

/** One of several units moves: the grant of one purchase, as a row of its own. */
async function splitOff(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  to: string,
): Promise<void> {
  const unit = splitUnit(row, balancesOf(customerState, row), customerState.catalogue.features);
  const part = addPart(customerState, row, { entityId: to, options: unit.moved });
  const changes = { quantity: row.quantity - 1, options: unit.kept };
  await storeEffects(ctx, customerState, [
    part,
    { kind: "set", id: row.id, changes },
    moveBalances(unit.balanceRows, part.row.id, row.entity_id, to),
  ]);
}

/** Per-entity balances stay with their entities; the product's own grants move. */
function moveBalances(
  balanceRows: readonly Balance[],
  subscription_id: string,
  from: string | null,
  to: string,
): Effect {
  const moved = balanceRows.map(({ id, entity_id }) => ({
    id,
    subscription_id,
    entity_id: entity_id === from ? to : entity_id,
  }));
  return { kind: "move", moved };
}

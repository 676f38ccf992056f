import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { commit } from "../../store/commit";
import { openCustomer } from "../customers/customers";
import { startFreeDefault, successorOf } from "../renewal/ending";
import { findEntity } from "../../store/entities/entityRows";
import { addSubscriptionPart } from "../../store/customers/subscriptions";
import {
  balanceId,
  balancesOf,
  findCustomer,
  subscriptionId,
  reload,
} from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import type { Balance } from "../../rules/model";
import { isMain } from "../../rules/product";
import type { SubscriptionRow } from "../../rules/schedule";
import { splitUnit } from "../../rules/split";

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
  const customerState = await openCustomer(ctx, { customerId });
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
  await commit(ctx, customerState);
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
    const isRival = isMain(product) && isMain(row.product) && row.product.group === product.group;
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
) {
  const successor = isMain(row.product) ? successorOf(customerState, row) : null;
  for (const moving of successor ? [row, successor] : [row]) {
    await ctx.db.patch("subscriptions", subscriptionId(moving), { entity_id: to });
  }
  await moveBalances(ctx, balancesOf(customerState, row), subscriptionId(row), row.entity_id, to);
  // The customer always keeps the free default.
  if (isMain(row.product))
    await startFreeDefault(ctx, await reload(ctx, { ...customerState, owner: null }), row);
}

/** One of several units moves: the grant of one purchase, as a row of its own. */
async function splitOff(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  to: string,
) {
  const unit = splitUnit(row, balancesOf(customerState, row), customerState.catalogue.features);
  const moved = await addSubscriptionPart(ctx, customerState, row, {
    entityId: to,
    packs: unit.moved,
  });
  const kept = { quantity: row.quantity - 1, options: unit.kept };
  await ctx.db.patch("subscriptions", subscriptionId(row), kept);
  await moveBalances(ctx, unit.balanceRows, moved, row.entity_id, to);
}

/** Per-entity balances stay with their entities; the product's own grants move. */
async function moveBalances(
  ctx: MutationCtx,
  balanceRows: readonly Balance[],
  subscription_id: Id<"subscriptions">,
  from: string | null,
  to: string,
): Promise<void> {
  for (const balanceRow of balanceRows) {
    const entity = balanceRow.entity_id === from ? { entity_id: to } : {};
    await ctx.db.patch("balances", balanceId(balanceRow), { subscription_id, ...entity });
  }
}

import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { reloadAndSave } from "../../store/saveRevision";
import { ensureCurrentCustomer } from "../customers/customers";
import { endSubscription, freeDefault, successorOf } from "../renewal/ending";
import { storeEffects } from "../../store/effects";
import { balancesOf, findCustomer } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { summariseInvoice } from "../responses/invoiceViews";
import { openInvoices } from "../invoices/invoices";
import { addScheduled, undoCancel } from "../../rules/effects/additions";
import { inOrder } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import { isActive } from "../../rules/subscriptions/currentProducts";
import { isFree, isPlan, isOneOff } from "../../rules/products/product";
import { periodEnd } from "../../rules/renewals/renewal";
import { successorAnchor } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/**
 * Cancels a product: at the end of the paid period, or at once. A scheduled plan
 * is dropped, and the plan that it was to replace continues.
 *
 * @returns The last invoice besides, where its charge failed: it is still due.
 */
export async function cancel(
  ctx: MutationCtx,
  params: WireParams<"cancel">,
): Promise<OperationResult<"cancel">> {
  const { customer_id: customerId, product_id, entity_id: entityId = null } = params;
  if (!(await findCustomer(ctx, customerId))) {
    return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  }
  const caller = { customerId, customerData: params.customer_data };
  const customerState = await ensureCurrentCustomer(ctx, caller, entityId);
  const row = findTarget(customerState, product_id, entityId);
  if (!row) return notFound(product_id);
  const refusal = await cancelRow(ctx, customerState, row, params);
  if (refusal) return refusal;
  const { now } = await reloadAndSave(ctx, customerState);
  const open = await openInvoices(ctx, customerState.customer._id);
  const due = open.find(({ subscription: of }) => of === row.id);
  return ok({
    success: true,
    customer_id: customerId,
    product_id,
    ...(due && { invoice: await summariseInvoice(due, now) }),
  });
}

/** Of several subscriptions to it, the one that would last longest: canceled ones come last. */
function findTarget({ subscriptions }: CustomerState, productId: string, entityId: string | null) {
  const copies = subscriptions.filter(
    (row) => row.product.id === productId && row.entity_id === entityId,
  );
  const active = copies.filter(isActive);
  return active.find((row) => row.canceled_at === null) ?? active[0] ?? copies[0] ?? null;
}

async function cancelRow(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  { cancel_immediately: atOnce = false, prorate = true }: WireParams<"cancel">,
): Promise<Failure | null> {
  if (row.status === "scheduled") return await dropSuccessor(ctx, customerState, row);
  const refusal = refuseCancel(customerState, row, atOnce);
  if (refusal) return refusal;
  if (atOnce) await endSubscription(ctx, customerState, row, { event: "cancel_now", prorate });
  else await cancelAtEnd(ctx, customerState, row);
  return null;
}

function refuseCancel(
  customerState: CustomerState,
  row: SubscriptionRow,
  atOnce: boolean,
): Failure | null {
  const { product } = row;
  if (isFallback(customerState, row)) {
    const message = `${product.name} is what everyone has: it can't be canceled`;
    return fail("invalid_request", message);
  }
  if (atOnce) return null;
  const successor = isPlan(product) ? successorOf(customerState, row) : null;
  if (successor && !isFree(successor.product)) {
    const message = `Please delete scheduled product ${successor.product.name} first`;
    return fail("invalid_request", message);
  }
  if (row.canceled_at === null) return null;
  return fail("invalid_request", `Product ${product.name} is already about to cancel`);
}

/** The scheduled plan is dropped: the plan that it was to replace continues. */
async function dropSuccessor(
  ctx: MutationCtx,
  customerState: CustomerState,
  scheduled: SubscriptionRow,
): Promise<null> {
  const main = customerState.subscriptions.find(
    (row) =>
      isActive(row) &&
      isPlan(row.product) &&
      row.product.group === scheduled.product.group &&
      row.entity_id === scheduled.entity_id,
  );
  if (!main) throw new Error(`${scheduled.product.id} was to replace nothing`);
  await storeEffects(ctx, customerState, undoCancel(main, scheduled));
  return null;
}

async function cancelAtEnd(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
): Promise<void> {
  if (isOneOff(row.product)) {
    // It is paid for: the rest of it may be used up.
    await storeEffects(ctx, customerState, [{ kind: "cancel", id: row.id, endsAt: null }]);
    return;
  }
  const endsAt = endOf(customerState, row);
  if (endsAt === null) {
    await endSubscription(ctx, customerState, row, { event: "cancel_now", prorate: false });
    return;
  }
  const effects = inOrder(
    customerState,
    () => [{ kind: "cancel", id: row.id, endsAt }],
    (state) => scheduleFallback(state, row, endsAt),
  );
  await storeEffects(ctx, customerState, effects);
}

/** The free default is scheduled now, so that the customer can see it. */
function scheduleFallback(
  customerState: CustomerState,
  { product, entity_id: entityId, anchor }: SubscriptionRow,
  startsAt: number,
): Effect[] {
  const fallback = freeDefault(customerState, product.group);
  if (!fallback || entityId !== null || !isPlan(product) || isFree(product)) return [];
  const successor = {
    product: fallback,
    entityId,
    options: [],
    startsAt,
    anchor: successorAnchor(fallback, anchor, startsAt),
    trialEndsAt: null,
  };
  return [addScheduled(customerState, successor)];
}

/** The end of the paid period; for a free product, the last reset that was granted; null: now. */
function endOf(customerState: CustomerState, row: SubscriptionRow): number | null {
  const paidUntil = periodEnd(row, customerState.now);
  if (paidUntil !== null) return paidUntil;
  const resets = balancesOf(customerState, row)
    .map((balance) => balance.next_reset_at)
    .filter((at) => at !== null);
  return resets.length === 0 ? null : Math.max(...resets);
}

/** Whether it is its group's free default, which would start again as soon as it is canceled. */
function isFallback(
  customerState: CustomerState,
  { product, entity_id }: SubscriptionRow,
): boolean {
  if (entity_id !== null || !isPlan(product)) return false;
  return freeDefault(customerState, product.group)?.id === product.id;
}

function notFound(productId: string): Failure {
  const message = `Product ${productId} is not attached`;
  return fail("customer_product_not_found", message, 404);
}

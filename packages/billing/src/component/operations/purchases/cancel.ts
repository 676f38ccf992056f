import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { commit } from "../../store/commit";
import { openCustomer } from "../customers/customers";
import { finish, freeDefault, successorOf } from "../renewal/ending";
import { keep, schedule, transition } from "../../store/customers/held";
import { bucketsOf, findCustomer } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { summariseInvoice } from "../../store/invoices/invoiceViews";
import { openInvoices } from "../invoices/invoices";
import { isActive } from "../../rules/holdings";
import { isFree, isMain, isOneOff } from "../../rules/product";
import { periodEnd } from "../../rules/renewal";
import { successorAnchor } from "../../rules/schedule";
import type { HeldRow } from "../../rules/schedule";

/**
 * Cancels a product: at the end of what is paid, or at once. A plan that was to
 * begin later is dropped, and the one that it was to replace goes on.
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
  const asker = { customerId, customerData: params.customer_data };
  const holdings = await openCustomer(ctx, asker, entityId);
  const row = findTarget(holdings, product_id, entityId);
  if (!row) return notFound(product_id);
  const refusal = await cancelRow(ctx, holdings, row, params);
  if (refusal) return refusal;
  const { now } = await commit(ctx, holdings);
  const open = await openInvoices(ctx, holdings.customer._id);
  const due = open.find(({ held_product: of }) => of === row.id);
  return ok({
    success: true,
    customer_id: customerId,
    product_id,
    ...(due && { invoice: await summariseInvoice(due, now) }),
  });
}

/** Of several copies, the one that would go on longest: what is canceled already comes last. */
function findTarget({ held }: Holdings, productId: string, entityId: string | null) {
  const copies = held.filter((row) => row.product.id === productId && row.entity_id === entityId);
  const active = copies.filter(isActive);
  return active.find((row) => row.canceled_at === null) ?? active[0] ?? copies[0] ?? null;
}

async function cancelRow(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  { cancel_immediately: atOnce = false, prorate = true }: WireParams<"cancel">,
): Promise<Failure | null> {
  if (row.status === "scheduled") return await dropSuccessor(ctx, holdings, row);
  const refusal = refuseCancel(holdings, row, atOnce);
  if (refusal) return refusal;
  if (atOnce) await finish(ctx, holdings, row, { event: "cancel_now", prorate });
  else await cancelAtEnd(ctx, holdings, row);
  return null;
}

function refuseCancel(holdings: Holdings, row: HeldRow, atOnce: boolean): Failure | null {
  const { product } = row;
  if (isFallback(holdings, row)) {
    const message = `${product.name} is what everyone has: it can't be canceled`;
    return fail("invalid_request", message);
  }
  if (atOnce) return null;
  const successor = isMain(product) ? successorOf(holdings, row) : null;
  if (successor && !isFree(successor.product)) {
    const message = `Please delete scheduled product ${successor.product.name} first`;
    return fail("invalid_request", message);
  }
  if (row.canceled_at === null) return null;
  return fail("invalid_request", `Product ${product.name} is already about to cancel`);
}

/** The plan for later is dropped: the one that it was to replace goes on. */
async function dropSuccessor(
  ctx: MutationCtx,
  { held }: Holdings,
  scheduled: HeldRow,
): Promise<null> {
  const main = held.find(
    (row) =>
      isActive(row) &&
      isMain(row.product) &&
      row.product.group === scheduled.product.group &&
      row.entity_id === scheduled.entity_id,
  );
  if (!main) throw new Error(`${scheduled.product.id} was to replace nothing`);
  await keep(ctx, main, scheduled);
  return null;
}

async function cancelAtEnd(ctx: MutationCtx, holdings: Holdings, row: HeldRow): Promise<void> {
  const { now } = holdings;
  if (isOneOff(row.product)) {
    // It is paid for: what is left of it may be used up.
    await transition(ctx, row, "cancel_at_end", { canceled_at: now });
    return;
  }
  const endsAt = endOf(holdings, row);
  if (endsAt === null) {
    await finish(ctx, holdings, row, { event: "cancel_now", prorate: false });
    return;
  }
  await transition(ctx, row, "cancel_at_end", { canceled_at: now, ended_at: endsAt });
  await scheduleFallback(ctx, holdings, row, endsAt);
}

/** What the customer falls back to is there to see before it begins. */
async function scheduleFallback(
  ctx: MutationCtx,
  holdings: Holdings,
  { product, entity_id: entityId, anchor }: HeldRow,
  startsAt: number,
): Promise<void> {
  const fallback = freeDefault(holdings, product.group);
  if (!fallback || entityId !== null || !isMain(product) || isFree(product)) return;
  await schedule(ctx, holdings, {
    product: fallback,
    entityId,
    packs: [],
    startsAt,
    anchor: successorAnchor(fallback, anchor, startsAt),
    trialEndsAt: null,
  });
}

/** The end of what is paid; of what is free, the last reset that it was granted for; null: now. */
function endOf(holdings: Holdings, row: HeldRow): number | null {
  const paidUntil = periodEnd(row, holdings.now);
  if (paidUntil !== null) return paidUntil;
  const resets = bucketsOf(holdings, row)
    .map((bucket) => bucket.next_reset_at)
    .filter((at) => at !== null);
  return resets.length === 0 ? null : Math.max(...resets);
}

/** The free default of its group: canceled, it would begin afresh at once. */
function isFallback(holdings: Holdings, { product, entity_id }: HeldRow): boolean {
  if (entity_id !== null || !isMain(product)) return false;
  return freeDefault(holdings, product.group)?.id === product.id;
}

function notFound(productId: string): Failure {
  const message = `Product ${productId} is not attached`;
  return fail("customer_product_not_found", message, 404);
}

import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { materialiseResets } from "../../store/balances/balances";
import { billFinally } from "./cycle";
import { balancesOf, subscriptionId, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { withEntities } from "../../store/effects";
import { move, openInvoicesOf, writeOff } from "../invoices/invoices";
import { executeEffects } from "../settlement/executeEffects";
import { addActive, carryInUse, startScheduled } from "../../rules/effects/additions";
import type { Predecessor } from "../../rules/balances/carry";
import { isActive } from "../../rules/subscriptions/currentProducts";
import { inOrder } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import { ENDS } from "../../rules/ends";
import type { EndEvent } from "../../rules/ends";
import { closingLines } from "../../rules/invoices/lines";
import type { Line } from "../../rules/invoices/lines";
import { isFree, isPlan } from "../../rules/products/product";
import { paidAt } from "../../rules/invoices/receipts";
import type { PendingLine, SubscriptionRow } from "../../rules/renewals/schedule";
import { spentUnits } from "../../rules/prices/spent";
import { sumUsage } from "../../rules/balances/usage";

/** The amounts of a subscription's last invoice. */
interface Closing {
  event: EndEvent;
  /** Whether the rest of the period is credited. */
  prorate: boolean;
}

/**
 * Ends a subscription at `customerState.now`: bills its usage, closes its
 * balances, and starts its successor, else the group's free default. An unpaid
 * renewal is written off. If the customer ends it, the renewal is void, and the final
 * invoice bills the part of it that is still owed.
 */
export async function endSubscription(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  { event, prorate }: Closing,
): Promise<void> {
  const at = customerState.now;
  const end = ENDS[event];
  const own = balancesOf(customerState, row);
  // The subscription's grants count up to its end, not beyond.
  await materialiseResets(ctx, { ...customerState, balanceRows: own }, at - 1);
  const current = await reload(ctx, customerState);
  const isUnpaid = row.status === "past_due";
  if (isUnpaid && end.unpaidRenewal === "write_off") await writeOff(ctx, subscriptionId(row));
  const owed = isUnpaid && end.unpaidRenewal === "void" ? await voidUnpaidPeriods(ctx, row) : [];
  if (end.finalBill !== "nothing") {
    const lines = finalLines(current, row, { event, prorate });
    const last = { ...row, pending_lines: [...owed, ...(row.pending_lines ?? [])] };
    await billFinally(ctx, currentProcessor(), current, last, lines, `${row.id}:${at}:end`);
  }
  if (!end.retriesFinalInvoice) await writeOff(ctx, subscriptionId(row));
  const billed = await reload(ctx, customerState);
  const state = await withEntities(ctx, billed, successorsOf(billed, row));
  await executeEffects(ctx, billed, endEffects(state, row, event));
}

/**
 * Voids the open invoices of a subscription.
 *
 * @returns Their lines that are still owed: usage, and lines that waited for them. Only the
 *   charges for the unpaid periods are dropped.
 */
async function voidUnpaidPeriods(ctx: MutationCtx, row: SubscriptionRow): Promise<PendingLine[]> {
  const owed: PendingLine[] = [];
  for (const invoice of await openInvoicesOf(ctx, subscriptionId(row))) {
    for (const {
      item_index,
      description,
      minor,
      feature_id,
      discount_minor: off,
    } of invoice.lines) {
      if (item_index !== undefined) continue;
      owed.push({
        description,
        minor,
        feature_id,
        ...(off !== undefined && { discount_minor: off }),
      });
    }
    await move(ctx, invoice, "void", {});
  }
  return owed;
}

/** The products that may follow a subscription. */
export function successorsOf(customerState: CustomerState, row: SubscriptionRow) {
  const { product } = row;
  return [
    successorOf(customerState, row)?.product,
    freeDefault(customerState, product.group),
  ].filter((successor) => successor !== undefined);
}

/**
 * Plans the end of a subscription after its final bill: its successor starts, or else the
 * group's free default.
 *
 * @param before - With the subscription's balances at its last moment, and the entities that
 *   a successor may grant to.
 */
export function endEffects(before: CustomerState, row: SubscriptionRow, event: EndEvent): Effect[] {
  const balanceRows = balancesOf(before, row);
  const from = { subscription: row, balanceRows, succession: ENDS[event].succession };
  return inOrder(
    before,
    () => [{ kind: "end", id: row.id, event }],
    (after) => (isPlan(row.product) ? successorEffects(after, row, from) : []),
    (after) => carryInUse(before, after, balanceRows),
  );
}

/** The free product that customers of a group fall back to, if there is one. */
export function freeDefault({ catalogue }: Pick<CustomerState, "catalogue">, group: string) {
  return [...catalogue.products.values()].find(
    (product) =>
      product.is_default && !product.archived && product.group === group && isFree(product),
  );
}

/** The scheduled plan of the same group and entity. */
export function successorOf(
  { subscriptions }: CustomerState,
  plan: SubscriptionRow,
): SubscriptionRow | null {
  return siblingsOf(subscriptions, plan).find((row) => row.status === "scheduled") ?? null;
}

/**
 * The usage that a customer owes when a subscription ends, less unused paid time. Lines that
 * wait for its next invoice are billed in addition.
 */
export function finalLines(
  customerState: CustomerState,
  row: SubscriptionRow,
  { event, prorate }: Closing,
): Line[] {
  if (ENDS[event].finalBill !== "all") return [];
  const { now } = customerState;
  const { features, currency } = customerState.catalogue;
  const balanceRows = balancesOf(customerState, row);
  const { overage, usage } = sumUsage(balanceRows);
  const spent = spentUnits(row, balanceRows, features, now);
  // A failed renewal has no receipt; without any, nothing of it was paid.
  const receipts = row.status === "past_due" ? (row.paid ?? []) : row.paid;
  const paid = paidAt(receipts, row.product, now);
  const input = { subscription: row, features, currency, now, overage, usage, paid, spent };
  return closingLines({ ...input, prorate });
}

/** Starts the scheduled plan if it is due, else the group's free default. */
function successorEffects(
  customerState: CustomerState,
  old: SubscriptionRow,
  from: Predecessor,
): Effect[] {
  const successor = successorOf(customerState, old);
  if (successor && successor.starts_at <= customerState.now) {
    return [startScheduled(customerState, successor, from)];
  }
  return [
    // A plan that ends early drops its scheduled plans.
    ...(successor ? [{ kind: "drop" as const, id: successor.id }] : []),
    ...startFreeDefault(customerState, old, from),
  ];
}

/**
 * The group's free default replaces a plan that was the customer's own.
 *
 * @param from - That plan, if it ended. Null: it continues for another holder.
 */
export function startFreeDefault(
  customerState: CustomerState,
  old: SubscriptionRow,
  from: Predecessor | null = null,
): Effect[] {
  const { subscriptions, now } = customerState;
  const fallback = freeDefault(customerState, old.product.group);
  if (!fallback || old.entity_id !== null || siblingsOf(subscriptions, old).some(isActive))
    return [];
  const input = { product: fallback, entityId: null, options: [], startsAt: now, anchor: now };
  return [addActive(customerState, { ...input, trialEndsAt: null }, from)];
}

function siblingsOf(
  subscriptions: readonly SubscriptionRow[],
  plan: SubscriptionRow,
): SubscriptionRow[] {
  return subscriptions.filter(
    (row) =>
      row.id !== plan.id &&
      row.entity_id === plan.entity_id &&
      row.product.group === plan.product.group &&
      isPlan(row.product),
  );
}

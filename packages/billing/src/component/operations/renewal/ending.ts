import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { materialiseResets } from "../../store/balances/balances";
import { carryUsageInUse } from "../../store/balances/inUse";
import { bill } from "./cycle";
import { planFinalRetries } from "./finalInvoices";
import { dropScheduled, expire, addSubscription, start } from "../../store/customers/subscriptions";
import { balancesOf, subscriptionId, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { writeOff } from "../invoices/invoices";
import { isActive } from "../../rules/currentProducts";
import type { SubscriptionEvent } from "../../rules/lifecycle";
import { closingLines } from "../../rules/lines";
import type { Balance } from "../../rules/model";
import { isFree, isMain } from "../../rules/product";
import { paidAt } from "../../rules/receipts";
import type { SubscriptionRow } from "../../rules/schedule";
import { sumUsage } from "../../rules/usage";

/** The amounts of a subscription's last invoice. */
interface Closing {
  event: SubscriptionEvent;
  /** Whether the rest of the period is credited. */
  prorate: boolean;
}

/**
 * Ends a subscription at `customerState.now`: bills its usage, closes its
 * balances, and starts its successor, else the group's free default. An unpaid
 * renewal is written off, or void when the customer ends it.
 */
export async function endSubscription(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  { event, prorate }: Closing,
): Promise<void> {
  const at = customerState.now;
  const own = balancesOf(customerState, row);
  // The subscription's grants count up to its end, not beyond.
  await materialiseResets(ctx, { ...customerState, balanceRows: own }, at - 1);
  const current = await reload(ctx, customerState);
  const from = balancesOf(current, row);
  if (row.status === "past_due") {
    const how = event === "cancel_now" ? "void" : "write_off";
    await writeOff(ctx, subscriptionId(row), how);
  }
  if (event !== "first_payment_failed") await billClosing(ctx, current, row, prorate);
  if (event === "grace_exhausted") await writeOff(ctx, subscriptionId(row));
  await expire(ctx, current, row, event, at);
  await planFinalRetries(ctx, await reload(ctx, current));
  if (isMain(row.product))
    await activateSuccessor(ctx, await reload(ctx, customerState), row, from);
  await carryUsageInUse(ctx, current, from);
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

/** The last invoice of a subscription: usage that is owed, less unused time that was paid. */
async function billClosing(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  prorate: boolean,
) {
  const { now } = customerState;
  const { overage, usage } = sumUsage(balancesOf(customerState, row));
  const { features, currency } = customerState.catalogue;
  // A failed renewal has no receipt; without any, nothing of it was paid.
  const receipts = row.status === "past_due" ? (row.paid ?? []) : row.paid;
  const paid = paidAt(receipts, row.product, now);
  const input = { subscription: row, features, currency, now, overage, usage, paid };
  const why = { key: `${row.id}:${now}:end`, reason: "subscription_update" as const };
  const lines = closingLines({ ...input, prorate });
  await bill(ctx, currentProcessor(), customerState, row, lines, why);
}

async function activateSuccessor(
  ctx: MutationCtx,
  customerState: CustomerState,
  old: SubscriptionRow,
  from: Balance[],
) {
  const at = customerState.now;
  const successor = successorOf(customerState, old);
  if (successor && successor.starts_at <= at) {
    await start(ctx, customerState, successor, { from });
    return;
  }
  // A plan that ends early drops its scheduled plans.
  if (successor) await dropScheduled(ctx, successor);
  await startFreeDefault(ctx, customerState, old, from);
}

/** The group's free default replaces a plan that was the customer's own. */
export async function startFreeDefault(
  ctx: MutationCtx,
  customerState: CustomerState,
  old: SubscriptionRow,
  from: readonly Balance[] = [],
): Promise<void> {
  const { subscriptions, now } = customerState;
  const fallback = freeDefault(customerState, old.product.group);
  if (!fallback || old.entity_id !== null || siblingsOf(subscriptions, old).some(isActive)) return;
  const input = { product: fallback, entityId: null, packs: [], startsAt: now, anchor: now };
  await addSubscription(ctx, customerState, { ...input, trialEndsAt: null }, { from });
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
      isMain(row.product),
  );
}

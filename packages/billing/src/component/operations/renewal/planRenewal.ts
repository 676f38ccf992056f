import type { Doc } from "../../_generated/dataModel";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { storeLines } from "../../store/invoices/storedLines";
import { discountsAt } from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import { applyDiscounts } from "../../rules/discounts/discounts";
import { graceEnd, nextRetryAt } from "../../rules/renewals/dunning";
import { applyEffects, inOrder } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import { isNothing, totalOf } from "../../rules/invoices/invoice";
import { stateOf } from "../../rules/subscriptions/lifecycle";
import { creditsIn } from "../../rules/invoices/lines";
import type { Line } from "../../rules/invoices/lines";
import { renewalLines } from "../../rules/renewals/renewal";
import { nextChargeAt, originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { changeUpcoming, upcomingAt } from "../../rules/balances/upcoming";
import { sumUsage } from "../../rules/balances/usage";
import type { BillingPlan } from "../settlement/billingPlan";

/** Whether a first charge may stay unpaid during the grace period. */
interface FirstCharge {
  /** Whether the customer has a card. Without one, waiting for a payment is pointless. */
  hasCard: boolean;
}

/**
 * Plans a renewal at `customerState.now`: the invoice has the usage of the closed period
 * and the new period with its scheduled quantities. If it is not paid, the subscription
 * is past due, with access during the grace period.
 *
 * @param first - The first charge of a scheduled plan. Null: it was paid before.
 * @returns The plan. {@link endsUnpaid} says when it has no effects because the
 *   subscription ends instead.
 */
export function planRenewal(
  customerState: CustomerState,
  { id }: SubscriptionRow,
  discounts: readonly CustomerDiscount[],
  first: FirstCharge | null,
): BillingPlan {
  const { now: at } = customerState;
  const closing = inOrder(
    customerState,
    () => [{ kind: "reset", id, at: at - 1 }],
    (state) => upcomingEffects(state, rowIn(state, id)),
  );
  const state = applyEffects(customerState, closing);
  const row = rowIn(state, id);
  const bill = planBill(state, row, periodLines(state, row, first !== null), discounts, {
    key: `${id}:${at}`,
    purpose: "renewal",
  });
  const next = (event: "renewal_paid" | "renewal_failed"): Effect[] => [
    advance(row, event, at),
    { kind: "reset", id, at },
  ];
  const unpaid = (status: "declined" | "requires_action" | "pending") =>
    endsUnpaid(row, status, first) ? [] : next("renewal_failed");
  return {
    ...bill,
    effects: [...closing, ...bill.effects],
    paidEffects: next("renewal_paid"),
    unpaidEffects: {
      declined: unpaid("declined"),
      requires_action: unpaid("requires_action"),
      pending: unpaid("pending"),
    },
  };
}

/**
 * Whether a subscription ends because its first charge is unpaid: there is no card, or
 * unpaid packs would be granted during the grace period. With a card, a pending charge does
 * not end it.
 */
export function endsUnpaid(
  { options }: SubscriptionRow,
  status: "declined" | "requires_action" | "pending",
  first: FirstCharge | null,
): boolean {
  if (!first) return false;
  if (!first.hasCard) return true;
  return status !== "pending" && options.some(({ quantity }) => quantity > 0);
}

/**
 * Plans a bill of a subscription, with the lines that wait for it. It is empty if nothing is due.
 *
 * @param why - `final`: no period follows.
 */
export function planBill(
  { catalogue: { currency }, now: at }: CustomerState,
  row: SubscriptionRow,
  before: readonly Line[],
  discounts: readonly CustomerDiscount[],
  { key, purpose }: { key: string; purpose: "renewal" | "final" },
): BillingPlan {
  const { id, product, pending_lines: waiting = [] } = row;
  const sides = { target: product, current: product };
  const running = discountsAt(discounts, at);
  const discountable = applyDiscounts(before, { ...sides, currency, discounts: running });
  const lines = [...storeLines(discountable, sides), ...waiting];
  const isEmpty = lines.every(isNothing);
  const credited = { row, credits: creditsIn(discountable) };
  const paid = { subscription: id, for: { lines, at }, invoiced: true };
  return {
    purpose,
    due: { minor: totalOf(lines), currency, key: { kind: "bill", id: key } },
    bill: {
      issue: {
        reason: purpose === "renewal" ? "subscription_cycle" : "subscription_update",
        productIds: [product.id],
        subscription: id,
        lines: lines.map((line) => ({ ...line, subscription: originOf(row) })),
      },
    },
    effects: waiting.length === 0 ? [] : [{ kind: "set", id, changes: { pending_lines: [] } }],
    entries: isEmpty ? [] : [{ credited, paid }],
    discountable: isEmpty ? [] : discountable,
    paidProducts: [product.id],
  };
}

/**
 * Plans the payment of an open invoice. A paid renewal is no longer past due, and gets
 * its receipt.
 *
 * @param row - The invoice's subscription. Null: it has ended, or there is none.
 */
export function planRetry(open: Doc<"invoices">, row: SubscriptionRow | null): BillingPlan {
  const { total_minor: minor, currency, key, lines, created_at: at } = open;
  const due = row?.status === "past_due" ? row : null;
  return {
    purpose: "retry",
    due: { minor, currency, key: { kind: "bill", id: key } },
    bill: { open },
    effects: [],
    paidEffects: due ? [charged(due, "renewal_paid", due.renews_at, null)] : [],
    entries: due ? [{ paid: { subscription: due.id, for: { lines, at }, invoiced: true } }] : [],
    paidProducts: open.product_ids,
  };
}

/** The lines of a new period, and of the usage in the one that closes. */
function periodLines(customerState: CustomerState, row: SubscriptionRow, isFirst: boolean): Line[] {
  const { now: at, catalogue } = customerState;
  const { features, currency } = catalogue;
  const { usage, overage } = sumUsage(balancesOf(customerState, row));
  const input = { product: row.product, options: row.options, features, currency };
  // Usage during a trial is not billed.
  const owed = row.trial_ends_at === at ? {} : { overage };
  return renewalLines({ ...input, ...owed, usage, anchor: row.anchor, at, isFirst });
}

/** Applies scheduled quantities before the period is charged. */
function upcomingEffects(customerState: CustomerState, row: SubscriptionRow): Effect[] {
  const { id } = row;
  const options = upcomingAt(row, customerState.now);
  if (options === null) return [];
  const before = balancesOf(customerState, row);
  const after = changeUpcoming(before, row, options);
  return [
    { kind: "balances", cause: "adjustment", causeId: id, before, after },
    { kind: "set", id, changes: { options } },
  ];
}

function advance(row: SubscriptionRow, event: "renewal_paid" | "renewal_failed", at: number) {
  const { id, product, anchor } = row;
  const renews_at = nextChargeAt(product, anchor, at);
  // A canceled subscription ends anyway: a late charge does not change that.
  if (stateOf(row) === "canceling") return { kind: "set" as const, id, changes: { renews_at } };
  return charged(row, event, renews_at, event === "renewal_paid" ? null : at);
}

/** @param failedAt - When the charge first failed. Null: it is paid. */
function charged(
  row: SubscriptionRow,
  event: "renewal_paid" | "renewal_failed",
  renews_at: number | null,
  failedAt: number | null,
): Effect {
  const grace_ends_at = failedAt === null ? null : graceEnd(failedAt);
  const retry_at =
    failedAt === null || grace_ends_at === null ? null : nextRetryAt(grace_ends_at, failedAt);
  return { kind: "charged", row, event, dates: { renews_at, grace_ends_at, retry_at } };
}

function rowIn({ subscriptions }: CustomerState, id: string): SubscriptionRow {
  const row = subscriptions.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`Subscription ${id} renews, and is not in force`);
  return row;
}

import type { NextInvoice } from "../../../contract/nextInvoice";
import { startScheduled } from "../../rules/effects/additions";
import { applyDiscountPeriods } from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import { usedDiscounts } from "../../rules/discounts/discounts";
import { applyEffects } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import type { EndEvent } from "../../rules/ends";
import { ENDS } from "../../rules/ends";
import { isNothing, totalOf } from "../../rules/invoices/invoice";
import type { Balance, CatalogueProduct } from "../../rules/model";
import { toMajor } from "../../rules/money/money";
import { periodAt } from "../../rules/periods/periods";
import { billingType, isFree } from "../../rules/products/product";
import { nextStep } from "../../rules/renewals/schedule";
import type { DueStep, SubscriptionRow } from "../../rules/renewals/schedule";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import type { CustomerState } from "../../store/customers/customerState";
import { withEntities } from "../../store/effects";
import { loadDiscounts } from "../../store/rewards/discounts";
import type { BillingPlan, NewBill } from "../settlement/billingPlan";
import { endEffects, finalLines, successorsOf } from "./ending";
import { endsUnpaid, planBill, planRenewal } from "./planRenewal";

/** Times without an invoice, such as months of a yearly plan. More would take too long. */
const MOST_INSTANTS = 500;

/** Of more products, the steps of one instant would take longer than a call may. */
const MOST_PRODUCTS = 1_000;

/** The planned invoices of one instant. */
interface Ahead {
  at: number;
  lines: (NewBill["lines"][number] & { productId: string })[];
  hasUsage: boolean;
}

/** The customer after the steps that are planned so far. */
interface Progress {
  state: CustomerState;
  discounts: readonly CustomerDiscount[];
  /** Null: nothing is billed yet. */
  ahead: Ahead | null;
}

/** What one step bills, and its effects. */
interface Step {
  bill: BillingPlan | null;
  effects: readonly Effect[];
  hasUsage: boolean;
}

/**
 * Plans the next instant at which the customer is billed, with the plans that renewals and ends
 * execute, from the customer's current state. Excludes unpaid renewals, because their invoices
 * exist already.
 *
 * @param customerState - With all products of the customer, and with the entities that they
 *   may grant to.
 * @param discounts - The customer's, in the order in which they were granted.
 * @param hasCard - Without one, a trial and a scheduled plan end instead of being charged.
 * @returns Amounts in major units. Null if billing will charge nothing by itself; undefined
 *   (unknown) if the customer has more than {@link MOST_PRODUCTS} products.
 */
export function planNextInvoice(
  customerState: CustomerState,
  discounts: readonly CustomerDiscount[],
  hasCard: boolean,
): NextInvoice | null | undefined {
  if (customerState.subscriptions.length > MOST_PRODUCTS) return undefined;
  const ahead = lookAhead(customerState, discounts, hasCard);
  if (!ahead) return null;
  const { currency } = customerState.catalogue;
  return {
    at: ahead.at,
    total: toMajor(totalOf(ahead.lines), currency),
    currency,
    lines: ahead.lines.map(({ description, minor, productId }) => ({
      description,
      amount: toMajor(minor, currency),
      product_id: productId,
    })),
    has_usage: ahead.hasUsage,
  };
}

/**
 * Plans the next invoice of a customer as stored.
 *
 * @param customerState - With all products of the customer.
 */
export async function loadNextInvoice(
  ctx: QueryCtx,
  customerState: CustomerState,
): Promise<NextInvoice | null | undefined> {
  const { customer } = customerState;
  const method = await currentProcessor()?.savedMethod(ctx, customer._id);
  const state = await withSuccessorEntities(ctx, customerState);
  return planNextInvoice(state, await loadDiscounts(ctx, customer._id), Boolean(method));
}

/** The customer state with the entities that its scheduled and default products may grant to. */
export async function withSuccessorEntities(
  ctx: QueryCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  const { subscriptions } = customerState;
  const products = subscriptions.flatMap((row) => [
    row.product,
    ...successorsOf(customerState, row),
  ]);
  return await withEntities(ctx, customerState, products);
}

function lookAhead(
  state: CustomerState,
  discounts: readonly CustomerDiscount[],
  hasCard: boolean,
): Ahead | null {
  let progress: Progress = { state, discounts, ahead: null };
  for (let taken = 0; taken < MOST_INSTANTS && !progress.ahead; taken += 1) {
    const next = nextStep(renewable(progress.state));
    if (next === null) return null;
    progress = planInstant(progress, next.at, hasCard);
  }
  return progress.ahead;
}

/** Plans everything that happens at one instant. */
function planInstant(before: Progress, at: number, hasCard: boolean): Progress {
  let progress = { ...before, state: { ...before.state, now: at } };
  for (;;) {
    const rows = renewable(progress.state);
    const next = nextStep(rows);
    if (next === null || next.at > at) return progress;
    const due = rows.filter((row) => row.status === "active" && row.renews_at === at);
    const unpaid = due.findIndex((row) => endsInstead(row, at, hasCard));
    const charged = unpaid === -1 ? due : due.slice(0, unpaid);
    if (next.kind === "renewal" && charged.length > 0)
      progress = planCharges(progress, charged, hasCard);
    else {
      const step = planStep(progress.state, next, progress.discounts);
      const state = applyEffects(progress.state, step.effects);
      progress = { ...afterStep(progress, step), state };
    }
  }
}

/**
 * Plans the charges of one instant. A charge reads and changes only its own subscription, so each
 * is planned on that alone: with the products of a thousand entities it would take too long.
 */
function planCharges(
  before: Progress,
  rows: readonly SubscriptionRow[],
  hasCard: boolean,
): Progress {
  const { state } = before;
  const granted = new Map<string, Balance[]>(rows.map(({ id }) => [id, []]));
  for (const row of state.balanceRows) granted.get(row.subscription_id)?.push(row);
  const changedRows = new Map<string, SubscriptionRow>();
  const changedBalances = new Map<string, Balance>();
  let progress = before;
  for (const row of rows) {
    const own = { ...state, subscriptions: [row], balanceRows: granted.get(row.id) ?? [] };
    const step = planCharge(own, row, progress.discounts, hasCard);
    const after = applyEffects(own, step.effects);
    for (const changed of after.subscriptions) changedRows.set(changed.id, changed);
    for (const changed of after.balanceRows) changedBalances.set(changed.id, changed);
    progress = afterStep(progress, step);
  }
  const subscriptions = state.subscriptions.map((row) => changedRows.get(row.id) ?? row);
  const balanceRows = state.balanceRows.flatMap((row) =>
    changedRows.has(row.subscription_id) ? (changedBalances.get(row.id) ?? []) : row,
  );
  return { ...progress, state: { ...state, subscriptions, balanceRows } };
}

/** Adds what a step bills, and spends the discounts that it uses. */
function afterStep({ state, discounts, ahead }: Progress, { bill, hasUsage }: Step): Progress {
  const { now: at } = state;
  const lines = bill ? linesOf(bill) : [];
  const left = bill
    ? applyDiscountPeriods(discounts, usedDiscounts(bill.discountable ?? []), at)
    : discounts;
  if (lines.length === 0 && !hasUsage) return { state, discounts: left, ahead };
  return {
    state,
    discounts: left,
    ahead: {
      at,
      lines: [...(ahead?.lines ?? []), ...lines],
      hasUsage: hasUsage || ahead?.hasUsage === true,
    },
  };
}

/** In the order in which due steps process the subscriptions of one instant. */
function renewable({ subscriptions }: CustomerState): SubscriptionRow[] {
  const place = ({ _creationTime: at = Number.MAX_SAFE_INTEGER }: SubscriptionRow) => at;
  return subscriptions
    .filter(({ status }) => status !== "past_due")
    .toSorted((a, b) => place(a) - place(b));
}

function linesOf({ bill }: BillingPlan): Ahead["lines"] {
  if ("open" in bill) return [];
  const [productId = ""] = bill.issue.productIds;
  const lines = bill.issue.lines.filter((line) => !isNothing(line));
  return lines.map((line) => ({ ...line, productId }));
}

/** Plans any step but a charge. */
function planStep(
  state: CustomerState,
  { kind, row }: DueStep,
  discounts: readonly CustomerDiscount[],
): Step {
  switch (kind) {
    case "end":
      return planEnd(state, row, discounts, "end_reached");
    case "start":
      return { bill: null, effects: [startScheduled(state, row)], hasUsage: false };
    case "renewal":
      return planEnd(state, row, discounts, "first_payment_failed");
    case "retry":
    case "grace":
      throw new Error("A renewal that is past due has its invoice already");
  }
}

/** Whether a subscription ends instead of its first charge, because nothing can pay for it. */
function endsInstead(row: SubscriptionRow, at: number, hasCard: boolean): boolean {
  const { product, trial_ends_at: trialEnd } = row;
  if (trialEnd === at) {
    return isFree(product) || !(product.free_trial?.card_required === true || hasCard);
  }
  return !hasCard && endsUnpaid(row, "declined", firstChargeOf(row, at, hasCard));
}

/** Null if the subscription was charged before, or had a trial. */
function firstChargeOf(row: SubscriptionRow, at: number, hasCard: boolean) {
  return row.starts_at === at && row.trial_ends_at === null ? { hasCard } : null;
}

function planCharge(
  state: CustomerState,
  row: SubscriptionRow,
  discounts: readonly CustomerDiscount[],
  hasCard: boolean,
): Step {
  const { now: at } = state;
  const first = firstChargeOf(row, at, hasCard);
  const bill = planRenewal(state, row, discounts, first);
  return {
    bill,
    effects: [...bill.effects, ...(bill.paidEffects ?? [])],
    hasUsage: billsUse(state, row, { isFirst: first !== null || row.trial_ends_at === at }),
  };
}

function planEnd(
  before: CustomerState,
  row: SubscriptionRow,
  discounts: readonly CustomerDiscount[],
  event: EndEvent,
): Step {
  const { now: at } = before;
  const reset: Effect[] = [{ kind: "reset", id: row.id, at: at - 1 }];
  const state = applyEffects(before, reset);
  const lines = finalLines(state, row, { event, prorate: false });
  const why = { key: `${row.id}:${at}:end`, purpose: "final" as const };
  const bill = planBill(state, row, lines, discounts, why);
  const billed = applyEffects(state, bill.effects);
  return {
    bill,
    effects: [...reset, ...bill.effects, ...endEffects(billed, row, event)],
    hasUsage: ENDS[event].finalBill === "all" && hasArrears(before, row.product),
  };
}

/** Whether a renewal bills amounts that usage until then can change. */
function billsUse(
  { catalogue: { features }, now: at }: CustomerState,
  { product, anchor }: SubscriptionRow,
  { isFirst }: { isFirst: boolean },
): boolean {
  return product.items.some((item) => {
    const { interval, interval_count: count = 1, feature_id: id = "" } = item;
    const type = billingType(item, features.get(id)?.type);
    const isMeasured = type === "allocated" || (type === "in_arrear" && !isFirst);
    return (
      isMeasured && interval !== undefined && periodAt(anchor, interval, count, at).start === at
    );
  });
}

function hasArrears({ catalogue: { features } }: CustomerState, { items }: CatalogueProduct) {
  return items.some((item) => {
    const type = features.get(item.feature_id ?? "")?.type;
    return billingType(item, type) === "in_arrear";
  });
}

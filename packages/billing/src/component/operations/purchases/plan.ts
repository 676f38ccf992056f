import type { PlanSchedule } from "../../../contract/planSchedule";
import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { planDates, startTrial } from "./planDates";
import type { PurchaseScope } from "./planDates";
import type { ChangeRow } from "../../rules/changes";
import { decideChange, refuseUnchanged } from "../../rules/plans/decideChange";
import type { ChangeDecision } from "../../rules/plans/decideChange";
import { deferDecreases, refuseSchedule } from "./schedules";
import { totalOf } from "../../rules/invoices/invoice";
import { deferredLines, planLines } from "../../rules/invoices/lines";
import type { ChangeInput, Line } from "../../rules/invoices/lines";
import type { CatalogueProduct, Subscription, Refusal } from "../../rules/model";
import { refusePacksInTrial, refuseUncharged, resolveOptions } from "../../rules/plans/options";
import { isFree } from "../../rules/products/product";
import { refuseBeyondLimit } from "../../rules/products/purchaseLimit";
import { paidAt } from "../../rules/invoices/receipts";
import type { SubscriptionRow, PendingLine } from "../../rules/renewals/schedule";
import { spentUnits } from "../../rules/prices/spent";
import { sumUsage } from "../../rules/balances/usage";
import { seatsFor } from "../../rules/effects/grantState";

/** The request, in wire units. */
export interface PurchaseRequest extends PurchaseScope {
  productId: string;
  options: readonly { feature_id: string; quantity: number }[];
  /** How often the customer ever had each product of the request. */
  priorPurchases: ReadonlyMap<string, number>;
  /** Checkout asks what would happen; attach does it. */
  preview: boolean;
  schedule?: PlanSchedule | undefined;
  /** The customer's discounts. */
  discounts: ChangeInput["discounts"];
}

/** A decided purchase; nothing is stored yet. */
export interface PurchasePlan {
  change: ChangeInput;
  /** The row of the table of changes for this kind. */
  row: ChangeRow;
  entityId: string | null;
  startsAt: number;
  /** The plan of the target's group that is replaced, changed or kept. */
  current: SubscriptionRow | null;
  /** The customer's subscription to the target itself, if there is one. */
  owned: SubscriptionRow | null;
  /** The group's scheduled plan: any purchase in the group drops or replaces it. */
  scheduled: SubscriptionRow | null;
  lines: readonly Line[];
  /** Pending lines that this invoice includes. */
  pending: readonly PendingLine[];
  /** Lines that this purchase leaves for the next invoice. */
  deferred: readonly Line[];
  totalMinor: number;
}

/**
 * Plans a purchase: the rules decide, nothing is stored. The same customer state
 * and request give the same plan, so a preview equals its invoice.
 */
export function planPurchase(
  found: CustomerState,
  request: PurchaseRequest,
): { plan: PurchasePlan } | { error: Refusal } {
  const waits = request.schedule === "end_of_cycle";
  const customerState = waits ? deferDecreases(found, request.productId) : found;
  const { catalogue, now } = customerState;
  const product = catalogue.products.get(request.productId);
  if (!product) return noProduct(request);
  const decision = decideFor(customerState, product, request);
  const { kind, row, target } = decision;
  // An archived product has no new buyers; its subscribers keep it.
  if (product.archived && row.version !== "own") return noProduct(request);
  const isMore = row.from !== "same";
  const refused =
    refuseUnchanged(decision, { ...request, target: product }) ??
    (isMore ? refuseBeyondLimit(product, request.priorPurchases.get(product.id) ?? 0) : null);
  if (refused) return { error: refused };
  const current = currentOf(customerState, decision);
  const from = current ? balancesOf(customerState, current) : [];
  const used = sumUsage(from);
  const spent = current ? spentUnits(current, from, catalogue.features, now) : {};
  const seats = request.entityId === null ? seatsFor(customerState, from) : {};
  const resolved = resolveOptions({
    ...request,
    product: target,
    features: catalogue.features,
    current,
    // A quantity may not fall below the use; another product starts at zero.
    usage: decision.owned ? used.usage : undefined,
    // A product that starts later starts with all of its units.
    spent: row.cycle === "at_end" ? undefined : spent,
  });
  if ("error" in resolved) return resolved;
  const { options } = resolved;
  const uncharged = refuseUncharged(target, kind, options, current?.options ?? []);
  if (uncharged) return { error: uncharged };
  const { startsAt, ...dates } = planDates(customerState, decision, current, request);
  const early = refusePacksInTrial(target, options, { ...dates, now });
  if (early) return { error: early };
  const { features, currency } = catalogue;
  const about = { kind, target, options, current, features, currency, now };
  const paid = current ? paidAt(current.paid, current.product, now) : undefined;
  const { discounts } = request;
  const usage = { ...used.usage, ...seats };
  const change: ChangeInput = { ...about, ...dates, ...used, usage, paid, spent, discounts };
  const plan = priced(
    { change, row, entityId: request.entityId, startsAt, current },
    customerState,
    decision,
  );
  const error = refuseSchedule(plan, request.schedule);
  return error ? { error } : { plan };
}

/** Whether this customer is eligible for a trial of the product: attaching it now would start one. */
export function isTrialAvailable(
  customerState: CustomerState,
  trials: PurchaseScope["trials"],
  product: CatalogueProduct,
  entityId: string | null = null,
): boolean {
  const question = { entityId, options: [], preview: true };
  const decision = decideFor(customerState, product, question);
  return startTrial(customerState, decision, { entityId, trials, trial: "allowed" }).available;
}

/** Whether money or a card is needed before anything happens. */
export function needsCard({ change, row, totalMinor }: PurchasePlan): boolean {
  const { target, trialEndsAt } = change;
  if (isFree(target)) return false;
  const trial = trialEndsAt === null ? null : target.free_trial;
  switch (row.card) {
    case "unless_trial":
      return trial === null || trial.card_required || totalMinor > 0;
    case "when_charged":
      return totalMinor > 0 || trial?.card_required === true;
    case "never":
      return false;
  }
}

function priced(
  decided: Pick<PurchasePlan, "change" | "row" | "entityId" | "startsAt" | "current">,
  customerState: CustomerState,
  { owned, scheduled }: ChangeDecision,
): PurchasePlan {
  const { change, row, current } = decided;
  const lines = planLines(change);
  // The replaced product has no next invoice: its pending lines are due now.
  const pending = row.waitingLines === "due" ? (current?.pending_lines ?? []) : [];
  return {
    ...decided,
    owned: rowOf(customerState, owned),
    scheduled: rowOf(customerState, scheduled),
    lines,
    pending,
    deferred: deferredLines(change),
    totalMinor: totalOf([...lines, ...pending]),
  };
}

function noProduct({ productId }: PurchaseRequest): { error: Refusal } {
  const message = `Product ${productId} not found`;
  return { error: { code: "product_not_found", message } };
}

function decideFor(
  { subscriptions, catalogue, now }: CustomerState,
  target: CatalogueProduct,
  question: Pick<PurchaseRequest, "entityId" | "options" | "preview" | "schedule">,
) {
  const { features } = catalogue;
  const { entityId, options, preview, schedule } = question;
  return decideChange({
    target,
    subscriptions,
    entityId,
    options,
    features,
    now,
    preview,
    schedule,
  });
}

function currentOf(
  customerState: CustomerState,
  { row, main, owned }: ChangeDecision,
): SubscriptionRow | null {
  switch (row.from) {
    case "none":
      return null;
    case "plan":
      return rowOf(customerState, main);
    case "same":
      return rowOf(customerState, owned);
  }
}

function rowOf(
  { subscriptions }: CustomerState,
  product: Subscription | null,
): SubscriptionRow | null {
  return subscriptions.find((row) => row.id === product?.id) ?? null;
}

/** All charges of a plan now, in stored form. */
export function storedLinesOf({ change, current, lines, pending }: PurchasePlan): StoredLine[] {
  const sides = { target: change.target, current: current && current.product };
  return [...storeLines(lines, sides), ...pending];
}

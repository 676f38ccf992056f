import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { planDates, startTrial } from "./planDates";
import type { PurchaseScope } from "./planDates";
import { decideBranch } from "../../rules/branch";
import type { Branch, BranchDecision, PlanSchedule } from "../../rules/branch";
import { decreasesWait, refuseAtEnd } from "./endOfCycle";
import { totalOf } from "../../rules/invoice";
import { deferredLines, planLines } from "../../rules/lines";
import type { ChangeInput, Line } from "../../rules/lines";
import type { CatalogueProduct, Subscription, Refusal } from "../../rules/model";
import { refusePacksInTrial, resolveOptions } from "../../rules/options";
import { isFree } from "../../rules/product";
import { refuseBeyondLimit } from "../../rules/purchaseLimit";
import { paidAt } from "../../rules/receipts";
import type { SubscriptionRow, PendingLine } from "../../rules/schedule";
import { sumUsage } from "../../rules/usage";
import { seatsFor } from "../../store/balances/entityBalances";

/** The request, in wire units. */
export interface PurchaseRequest extends PurchaseScope {
  productId: string;
  options: readonly { feature_id: string; quantity: number }[];
  /** How often the customer ever had each product of the request. */
  timesHad: ReadonlyMap<string, number>;
  /** Checkout asks what would happen; attach does it. */
  preview: boolean;
  schedule?: PlanSchedule;
  /** The customer's discounts. */
  discounts: ChangeInput["discounts"];
}

/** Products that would give the customer one more subscription; the others keep or change one. */
const ADDING_BRANCHES: ReadonlySet<Branch> = new Set<Branch>([
  "one_off",
  "add_on",
  "new",
  "main_is_free",
  "main_is_trial",
  "upgrade",
  "downgrade",
]);

/** A decided purchase; nothing is stored yet. */
export interface PurchasePlan {
  change: ChangeInput;
  entityId: string | null;
  startsAt: number;
  /** The plan of the target's group that is replaced, changed or kept. */
  current: SubscriptionRow | null;
  /** The customer's subscription to the target itself, if there is one. */
  same: SubscriptionRow | null;
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
): { plan: PurchasePlan } | { refusal: Refusal } {
  const waits = request.schedule === "end_of_cycle";
  const customerState = waits ? decreasesWait(found, request.productId) : found;
  const { catalogue, now } = customerState;
  const product = catalogue.products.get(request.productId);
  if (!product) return noProduct(request);
  const decision = decideFor(customerState, product, request);
  if (product.archived && !changesNothing(decision)) return noProduct(request);
  if ("refusal" in decision) return decision;
  const { branch, target } = decision;
  const beyond = ADDING_BRANCHES.has(branch)
    ? refuseBeyondLimit(product, request.timesHad.get(product.id) ?? 0)
    : null;
  if (beyond) return { refusal: beyond };
  const current = currentOf(customerState, decision);
  const from = current ? balancesOf(customerState, current) : [];
  const used = sumUsage(from);
  const seats = request.entityId === null ? seatsFor(customerState, from) : {};
  const options = resolveOptions({
    ...request,
    product: target,
    features: catalogue.features,
    current,
    // A quantity may not fall below the use; another product starts at zero.
    usage: decision.same ? used.usage : undefined,
  });
  if ("refusal" in options) return options;
  const { startsAt, ...dates } = planDates(customerState, decision, current, request);
  const early = refusePacksInTrial(target, options.packs, { ...dates, now });
  if (early) return { refusal: early };
  const { features, currency } = catalogue;
  const { packs } = options;
  const about = { branch, target, packs, current, features, currency, now };
  const paid = current ? paidAt(current.paid, current.product, now) : undefined;
  const { discounts } = request;
  const usage = { ...used.usage, ...seats };
  const change: ChangeInput = { ...about, ...dates, ...used, usage, paid, discounts };
  const plan = priced(
    { change, entityId: request.entityId, startsAt, current },
    customerState,
    decision,
  );
  const refusal = waits ? refuseAtEnd(plan) : null;
  return refusal ? { refusal } : { plan };
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
  if ("refusal" in decision) return false;
  return startTrial(customerState, decision, { entityId, trials, trial: "allowed" }).available;
}

/** Whether money or a card is needed before anything happens. */
export function needsCard({ change, totalMinor }: PurchasePlan): boolean {
  const { branch, target, trialEndsAt } = change;
  if (isFree(target)) return false;
  const trial = trialEndsAt === null ? null : target.free_trial;
  switch (branch) {
    case "new":
    case "add_on":
    case "one_off":
    case "main_is_free":
    case "main_is_trial":
      return trial === null || trial.card_required || totalMinor > 0;
    case "upgrade":
    case "update_prepaid_quantity":
      return totalMinor > 0 || trial?.card_required === true;
    case "downgrade":
    case "renew":
    case "new_version":
    case "unchanged":
      return false;
  }
}

function priced(
  decided: Pick<PurchasePlan, "change" | "entityId" | "startsAt" | "current">,
  customerState: CustomerState,
  { same, scheduled }: BranchDecision,
): PurchasePlan {
  const { change, current } = decided;
  const lines = planLines(change);
  // The replaced product has no next invoice: its pending lines are due now.
  const pending = change.branch === "upgrade" ? (current?.pending_lines ?? []) : [];
  return {
    ...decided,
    same: rowOf(customerState, same),
    scheduled: rowOf(customerState, scheduled),
    lines,
    pending,
    deferred: deferredLines(change),
    totalMinor: totalOf([...lines, ...pending]),
  };
}

/** An archived product has no new buyers; its subscribers keep it. */
function changesNothing(decision: ReturnType<typeof decideFor>): boolean {
  if ("refusal" in decision) return true;
  const { branch } = decision;
  return branch === "renew" || branch === "update_prepaid_quantity" || branch === "unchanged";
}

function noProduct({ productId }: PurchaseRequest): { refusal: Refusal } {
  const message = `Product ${productId} not found`;
  return { refusal: { code: "product_not_found", message } };
}

function decideFor(
  { subscriptions, catalogue, now }: CustomerState,
  target: CatalogueProduct,
  question: Pick<PurchaseRequest, "entityId" | "options" | "preview" | "schedule">,
) {
  const { features } = catalogue;
  const { entityId, options, preview, schedule = "by_scenario" } = question;
  return decideBranch({
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
  { branch, main, same }: BranchDecision,
): SubscriptionRow | null {
  switch (branch) {
    case "one_off":
    case "add_on":
      return null;
    case "new":
    case "main_is_free":
    case "main_is_trial":
    case "upgrade":
    case "downgrade":
      return rowOf(customerState, main);
    case "renew":
    case "new_version":
    case "update_prepaid_quantity":
    case "unchanged":
      return rowOf(customerState, same);
  }
}

function rowOf(
  { subscriptions }: CustomerState,
  product: Subscription | null,
): SubscriptionRow | null {
  return subscriptions.find((row) => row.id === product?.id) ?? null;
}

/** Everything that a plan charges now, as it is stored. */
export function storedLinesOf({ change, current, lines, pending }: PurchasePlan): StoredLine[] {
  const sides = { target: change.target, current: current && current.product };
  return [...storeLines(lines, sides), ...pending];
}

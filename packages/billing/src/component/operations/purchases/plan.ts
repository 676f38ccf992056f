import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { bucketsOf } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { planDates, startTrial } from "./planDates";
import type { PurchaseScope } from "./planDates";
import { decideBranch } from "../../rules/branch";
import type { Branch, BranchDecision, PlanSchedule } from "../../rules/branch";
import { decreasesWait, refuseAtEnd } from "./endOfCycle";
import { totalOf } from "../../rules/invoice";
import { deferredLines, planLines } from "../../rules/lines";
import type { ChangeTerms, Line } from "../../rules/lines";
import type { CatalogueProduct, HeldProduct, Refusal } from "../../rules/model";
import { refusePacksInTrial, resolveOptions } from "../../rules/options";
import { isFree } from "../../rules/product";
import { refuseBeyondLimit } from "../../rules/purchaseLimit";
import { paidAt } from "../../rules/receipts";
import type { HeldRow, PendingLine } from "../../rules/schedule";
import { sumUsage } from "../../rules/usage";
import { seatsFor } from "../../store/balances/slots";

/** What is asked for, in wire units. */
export interface PurchaseRequest extends PurchaseScope {
  productId: string;
  options: readonly { feature_id: string; quantity: number }[];
  /** How often the customer ever had each product that is asked for. */
  timesHad: ReadonlyMap<string, number>;
  /** Checkout asks what would happen; attach does it. */
  preview: boolean;
  schedule?: PlanSchedule;
  /** The customer's discounts. */
  discounts: ChangeTerms["discounts"];
}

/** What gives the customer a copy more than they ever had; the others keep or change one. */
const ADDING_BRANCHES: ReadonlySet<Branch> = new Set<Branch>([
  "one_off",
  "add_on",
  "new",
  "main_is_free",
  "main_is_trial",
  "upgrade",
  "downgrade",
]);

/** Everything decided about a purchase, and nothing done yet. */
export interface PurchasePlan {
  terms: ChangeTerms;
  entityId: string | null;
  startsAt: number;
  /** The plan of the target's group that is left, changed or kept. */
  current: HeldRow | null;
  /** The target itself, if held. */
  same: HeldRow | null;
  /** The group's plan for later: any purchase in the group drops or replaces it. */
  scheduled: HeldRow | null;
  lines: readonly Line[];
  /** What waited for an invoice, and is on this one. */
  pending: readonly PendingLine[];
  /** What this purchase leaves for the next invoice. */
  deferred: readonly Line[];
  totalMinor: number;
}

/**
 * Plans a purchase: the rules decide, nothing is stored. The same holdings and
 * request give the same plan, so a preview equals its invoice.
 */
export function planPurchase(
  found: Holdings,
  request: PurchaseRequest,
): { plan: PurchasePlan } | { refusal: Refusal } {
  const waits = request.schedule === "end_of_cycle";
  const holdings = waits ? decreasesWait(found, request.productId) : found;
  const { catalogue, now } = holdings;
  const product = catalogue.products.get(request.productId);
  if (!product) return noProduct(request);
  const decision = decideFor(holdings, product, request);
  if (product.archived && !keepsWhatIsHeld(decision)) return noProduct(request);
  if ("refusal" in decision) return decision;
  const { branch, target } = decision;
  const beyond = ADDING_BRANCHES.has(branch)
    ? refuseBeyondLimit(product, request.timesHad.get(product.id) ?? 0)
    : null;
  if (beyond) return { refusal: beyond };
  const current = currentOf(holdings, decision);
  const from = current ? bucketsOf(holdings, current) : [];
  const used = sumUsage(from);
  const seats = request.entityId === null ? seatsFor(holdings, from) : {};
  const options = resolveOptions({
    ...request,
    product: target,
    features: catalogue.features,
    current,
    // A quantity may not fall below what is in use; another product starts afresh.
    usage: decision.same ? used.usage : undefined,
  });
  if ("refusal" in options) return options;
  const { startsAt, ...dates } = planDates(holdings, decision, current, request);
  const early = refusePacksInTrial(target, options.packs, { ...dates, now });
  if (early) return { refusal: early };
  const { features, currency } = catalogue;
  const { packs } = options;
  const about = { branch, target, packs, current, features, currency, now };
  const paid = current ? paidAt(current.paid, current.product, now) : undefined;
  const { discounts } = request;
  const usage = { ...used.usage, ...seats };
  const terms: ChangeTerms = { ...about, ...dates, ...used, usage, paid, discounts };
  const plan = priced({ terms, entityId: request.entityId, startsAt, current }, holdings, decision);
  const refusal = waits ? refuseAtEnd(plan) : null;
  return refusal ? { refusal } : { plan };
}

/** Whether this customer would begin a trial by attaching the product now. */
export function isTrialAvailable(
  holdings: Holdings,
  trials: PurchaseScope["trials"],
  product: CatalogueProduct,
  entityId: string | null = null,
): boolean {
  const question = { entityId, options: [], preview: true };
  const decision = decideFor(holdings, product, question);
  if ("refusal" in decision) return false;
  return startTrial(holdings, decision, { entityId, trials, trial: "allowed" }).available;
}

/** Whether money or a card has to be asked for before anything happens. */
export function needsCard({ terms, totalMinor }: PurchasePlan): boolean {
  const { branch, target, trialEndsAt } = terms;
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
  decided: Pick<PurchasePlan, "terms" | "entityId" | "startsAt" | "current">,
  holdings: Holdings,
  { same, scheduled }: BranchDecision,
): PurchasePlan {
  const { terms, current } = decided;
  const lines = planLines(terms);
  // The product that is left has no next invoice: what waited for one is due now.
  const pending = terms.branch === "upgrade" ? (current?.pending_lines ?? []) : [];
  return {
    ...decided,
    same: rowOf(holdings, same),
    scheduled: rowOf(holdings, scheduled),
    lines,
    pending,
    deferred: deferredLines(terms),
    totalMinor: totalOf([...lines, ...pending]),
  };
}

/** What is archived has no new buyers; its holders go on as before. */
function keepsWhatIsHeld(decision: ReturnType<typeof decideFor>): boolean {
  if ("refusal" in decision) return true;
  const { branch } = decision;
  return branch === "renew" || branch === "update_prepaid_quantity" || branch === "unchanged";
}

function noProduct({ productId }: PurchaseRequest): { refusal: Refusal } {
  const message = `Product ${productId} not found`;
  return { refusal: { code: "product_not_found", message } };
}

function decideFor(
  { held, catalogue, now }: Holdings,
  target: CatalogueProduct,
  question: Pick<PurchaseRequest, "entityId" | "options" | "preview" | "schedule">,
) {
  const { features } = catalogue;
  const { entityId, options, preview, schedule = "by_scenario" } = question;
  return decideBranch({ target, held, entityId, options, features, now, preview, schedule });
}

function currentOf(holdings: Holdings, { branch, main, same }: BranchDecision): HeldRow | null {
  switch (branch) {
    case "one_off":
    case "add_on":
      return null;
    case "new":
    case "main_is_free":
    case "main_is_trial":
    case "upgrade":
    case "downgrade":
      return rowOf(holdings, main);
    case "renew":
    case "new_version":
    case "update_prepaid_quantity":
    case "unchanged":
      return rowOf(holdings, same);
  }
}

function rowOf({ held }: Holdings, product: HeldProduct | null): HeldRow | null {
  return held.find((row) => row.id === product?.id) ?? null;
}

/** Everything that a plan charges now, as it is stored. */
export function storedLinesOf({ terms, current, lines, pending }: PurchasePlan): StoredLine[] {
  const sides = { target: terms.target, current: current && current.product };
  return [...storeLines(lines, sides), ...pending];
}

import { bucketsOf } from "./holdings";
import type { Holdings } from "./holdings";
import type { TrialHistory } from "./trials";
import { totalOf } from "./invoices";
import { decideBranch } from "./rules/branch";
import type { Branch, BranchDecision } from "./rules/branch";
import { isActive, isTrialing } from "./rules/holdings";
import { planLines } from "./rules/lines";
import type { ChangeTerms, Line } from "./rules/lines";
import type { CatalogueProduct, HeldProduct, Refusal } from "./rules/model";
import { resolveOptions } from "./rules/options";
import { isFree, isOneOff } from "./rules/product";
import { periodEnd } from "./rules/renewal";
import type { HeldRow } from "./rules/schedule";
import { decideTrial } from "./rules/trial";
import { sumUsage } from "./rules/usage";

/** What is asked for, in wire units. */
interface PurchaseRequest {
  productId: string;
  options: readonly { feature_id: string; quantity: number }[];
  /** Checkout asks what would happen; attach does it. */
  preview: boolean;
}

/** Everything decided about a purchase, and nothing done yet. */
export interface PurchasePlan {
  terms: ChangeTerms;
  /** The plan of the target's group that is left, changed or kept. */
  current: HeldRow | null;
  /** The target itself, if held. */
  same: HeldRow | null;
  /** The group's plan for later: any purchase in the group drops or replaces it. */
  scheduled: HeldRow | null;
  lines: readonly Line[];
  totalMinor: number;
}

/**
 * Plans a purchase: the rules decide, nothing is stored. The same holdings and
 * request give the same plan, so a preview equals its invoice.
 */
export function planPurchase(
  holdings: Holdings,
  trials: TrialHistory,
  request: PurchaseRequest,
): { plan: PurchasePlan } | { refusal: Refusal } {
  const { catalogue, now } = holdings;
  const product = catalogue.products.get(request.productId);
  if (!product || product.archived) {
    const message = `Product ${request.productId} not found`;
    return { refusal: { code: "product_not_found", message } };
  }
  const decision = decideFor(holdings, product, request);
  if ("refusal" in decision) return decision;
  const { branch, target } = decision;
  const current = currentOf(holdings, decision);
  const used = sumUsage(current ? bucketsOf(holdings, current) : []);
  const options = resolveOptions({
    ...request,
    product: target,
    features: catalogue.features,
    current,
    // A quantity may not fall below what is in use; another product starts afresh.
    usage: decision.same ? used.usage : undefined,
  });
  if ("refusal" in options) return options;
  const trialEndsAt = trialEndOf(holdings, trials, decision, current);
  const terms: ChangeTerms = {
    branch,
    target,
    packs: options.packs,
    current,
    features: catalogue.features,
    currency: catalogue.currency,
    now,
    anchor: anchorOf(holdings, decision, current, trialEndsAt),
    trialEndsAt,
    ...used,
  };
  const lines = planLines(terms);
  const { same, scheduled } = decision;
  const rows = { current, same: rowOf(holdings, same), scheduled: rowOf(holdings, scheduled) };
  return { plan: { terms, ...rows, lines, totalMinor: totalOf(lines) } };
}

/** Whether this customer would begin a trial by attaching the product now. */
export function isTrialAvailable(
  holdings: Holdings,
  trials: TrialHistory,
  product: CatalogueProduct,
): boolean {
  const decision = decideFor(holdings, product, { options: [], preview: true });
  return !("refusal" in decision) && decide(holdings, trials, decision).available;
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
      return trial === null || trial.card_required;
    case "upgrade":
    case "update_prepaid_quantity":
      return totalMinor > 0 || trial?.card_required === true;
    case "downgrade":
    case "renew":
    case "unchanged":
      return false;
  }
}

function decideFor(
  { held, catalogue, now }: Holdings,
  target: CatalogueProduct,
  { options, preview }: Pick<PurchaseRequest, "options" | "preview">,
) {
  const { features } = catalogue;
  return decideBranch({ target, held, entityId: null, options, features, now, preview });
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
    case "update_prepaid_quantity":
    case "unchanged":
      return rowOf(holdings, same);
  }
}

function trialEndOf(
  holdings: Holdings,
  trials: TrialHistory,
  decision: BranchDecision,
  current: HeldRow | null,
): number | null {
  if (decision.branch === "update_prepaid_quantity") return current?.trial_ends_at ?? null;
  const trial = decide(holdings, trials, decision);
  if (trial.available) return trial.endsAt;
  // An add-on joins the plan that it is bought for, trial and all.
  const host = hostOf(holdings, decision);
  return host && isTrialing(host, holdings.now) ? host.trial_ends_at : null;
}

function decide({ now }: Holdings, trials: TrialHistory, { target, branch }: BranchDecision) {
  return decideTrial({
    target,
    branch,
    entityId: null,
    trialsUsed: trials.used,
    fingerprintUsed: trials.byFingerprint.has(target.id),
    now,
  });
}

function anchorOf(
  holdings: Holdings,
  decision: BranchDecision,
  current: HeldRow | null,
  trialEndsAt: number | null,
): number {
  const { now } = holdings;
  const { branch } = decision;
  switch (branch) {
    case "one_off":
      return now;
    case "add_on":
      return hostOf(holdings, decision)?.anchor ?? trialEndsAt ?? now;
    case "new":
    case "main_is_free":
    case "main_is_trial":
      return trialEndsAt ?? now;
    case "upgrade":
      return trialEndsAt ?? present(current, branch).anchor;
    case "downgrade":
      return present(periodEnd(present(current, branch), now), branch);
    case "renew":
    case "update_prepaid_quantity":
    case "unchanged":
      return present(current, branch).anchor;
  }
}

/** The paid plan whose billing cycle a recurring add-on shares. */
function hostOf({ held }: Holdings, { branch, target }: BranchDecision): HeldRow | undefined {
  if (branch !== "add_on" || isFree(target)) return undefined;
  return held.find(
    (row) =>
      isActive(row) &&
      row.entity_id === null &&
      !row.product.is_add_on &&
      !isFree(row.product) &&
      !isOneOff(row.product),
  );
}

function rowOf({ held }: Holdings, product: HeldProduct | null): HeldRow | null {
  return held.find((row) => row.id === product?.id) ?? null;
}

function present<T>(value: T | null, branch: Branch): T {
  if (value === null) throw new Error(`Branch ${branch} without a current product`);
  return value;
}

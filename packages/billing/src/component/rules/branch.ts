import { unitsToPacks } from "../../contract/quantity";
import { currentProducts, isActive, isTrialing } from "./currentProducts";
import type { CurrentProducts } from "./currentProducts";
import type { Catalogue, CatalogueProduct, Subscription, Refusal } from "./model";
import { isFree, isOneOff, prepaidItems } from "./product";
import { isSoldAgain } from "./purchaseLimit";
import { upcomingPacks } from "./quantity";
import { isUpgrade } from "./scenario";

/**
 * What attaching does to the customer's subscriptions. A scenario (`./scenario`)
 * is what the dialog calls it: an upgrade at the end of the cycle has the branch
 * `downgrade`. `unchanged` exists in previews only: the customer has the product.
 */
export type Branch =
  | "one_off"
  | "add_on"
  | "new"
  | "main_is_free"
  | "main_is_trial"
  | "upgrade"
  | "downgrade"
  | "renew"
  | "new_version"
  | "update_prepaid_quantity"
  | "unchanged";

/** The product to attach, and the customer's subscriptions. */
export interface BranchInput {
  target: CatalogueProduct;
  /** All subscriptions of the customer, with due transitions made. */
  subscriptions: readonly Subscription[];
  /** Null: the customer. */
  entityId: string | null;
  /** Requested quantities, in feature units. */
  options: readonly { feature_id: string; quantity: number }[];
  features: Catalogue["features"];
  now: number;
  /** Checkout asks what would happen; attach does it. */
  preview: boolean;
  /** `end_of_cycle`: what would be an upgrade begins when the current plan's period ends. */
  schedule?: PlanSchedule;
}

/** When a change begins: as its scenario says, or at the end of the paid period. */
export type PlanSchedule = "by_scenario" | "end_of_cycle";

/** What attaching does, and the rows that it changes. */
export type BranchDecision = CurrentProducts & {
  branch: Branch;
  /** The version that applies: the customer's own when they keep it, else the newest. */
  target: CatalogueProduct;
};

/**
 * Decides what attaching a product does; the first matching rule wins.
 *
 * One-time products come first, whatever else the customer has; one that would add
 * nothing is refused. Then an existing subscription: a different quantity is an
 * update, a canceled or superseded plan is renewed in its own version, a plan of
 * an older version moves to the newest, an add-on that adds something is bought
 * again, anything else is refused. Then add-ons, then the plan of the same group
 * decides.
 *
 * A canceled plan whose quantity differs is updated *and* renewed: the caller
 * clears the cancellation and drops the scheduled successor in both branches.
 *
 * @returns The branch with the rows that it applies to; or a refusal,
 *   `product_already_attached`.
 * @see Spec §4, "Product scenarios"
 */
export function decideBranch(input: BranchInput): BranchDecision | { refusal: Refusal } {
  const { target, subscriptions, entityId } = input;
  const current = currentProducts(subscriptions, target, entityId);
  if (isOneOff(target)) {
    if (current.same !== null && !isSoldAgain(target, input.features)) {
      return { refusal: alreadyAttached(target, current.same) };
    }
    return { branch: "one_off", target, ...current };
  }
  if (current.same !== null) {
    const branch = decideOwned(input, current, current.same);
    if (branch !== null) return { branch, ...current, target: versionFor(branch, input, current) };
    return { refusal: alreadyAttached(target, current.same) };
  }
  return { branch: decideOther(input, current), target, ...current };
}

function decideOwned(
  { target, options, features, preview }: BranchInput,
  { scheduled }: CurrentProducts,
  same: Subscription,
): Branch | null {
  if (!isActive(same)) return preview ? "unchanged" : null;
  if (hasOtherQuantity(same, options)) return "update_prepaid_quantity";
  if (scheduled !== null && !target.is_add_on) return "renew";
  if (same.canceled_at !== null) return "renew";
  if (!target.is_add_on && same.product.version !== target.version) return "new_version";
  if (preview && recurringPrepaid(same.product).length > 0) return "update_prepaid_quantity";
  if (target.is_add_on && isSoldAgain(target, features)) return "add_on";
  return preview ? "unchanged" : null;
}

function decideOther(input: BranchInput, { main }: CurrentProducts): Branch {
  const { target, features, now, schedule } = input;
  if (target.is_add_on) return "add_on";
  if (main === null) return "new";
  if (isFree(main.product)) return "main_is_free";
  if (schedule === "end_of_cycle" || !isUpgrade(main.product, target, features)) return "downgrade";
  return isTrialing(main, now) && isAlone(main, input.subscriptions) ? "main_is_trial" : "upgrade";
}

function hasOtherQuantity(same: Subscription, options: BranchInput["options"]): boolean {
  return recurringPrepaid(same.product).some((item) => {
    const asked = options.find((option) => option.feature_id === item.feature_id);
    if (asked === undefined) return false;
    const packs = unitsToPacks(asked.quantity, item.billing_units ?? 1);
    return packs !== upcomingPacks(same.options, item.feature_id);
  });
}

/** Whether no other subscription is billed together with this plan. */
function isAlone(main: Subscription, subscriptions: readonly Subscription[]): boolean {
  return !subscriptions.some(
    (row) =>
      row !== main &&
      isActive(row) &&
      row.anchor === main.anchor &&
      !isFree(row.product) &&
      !isOneOff(row.product),
  );
}

/** Keeping a product keeps its version; buying it again, or changing plans, gets the newest. */
function versionFor(branch: Branch, { target }: BranchInput, { same }: CurrentProducts) {
  return same === null || branch === "add_on" || branch === "new_version" ? target : same.product;
}

function recurringPrepaid(product: CatalogueProduct) {
  return prepaidItems(product).filter((item) => item.interval !== undefined);
}

function alreadyAttached(target: CatalogueProduct, same: Subscription): Refusal {
  const state = isActive(same) ? "already attached" : "already scheduled";
  return { code: "product_already_attached", message: `${target.name} is ${state}` };
}

import type { PlanSchedule } from "../../../contract/planSchedule";
import type { Scenario } from "../../../contract/wire";
import { wholePacks } from "../../../contract/quantity";
import { CHANGES } from "../changes";
import type { ChangeKind, ChangeRow } from "../changes";
import { currentProducts, isActive, isTrialing } from "../subscriptions/currentProducts";
import type { CurrentProducts } from "../subscriptions/currentProducts";
import type { Catalogue, CatalogueProduct, Subscription, Refusal } from "../model";
import { isFree, isOneOff, prepaidItems } from "../products/product";
import { isSoldAgain } from "../products/purchaseLimit";
import { upcomingQuantity } from "../products/quantity";
import { costsMoreByMonth, isUpgrade } from "./scenario";

/** The product to attach, and the customer's subscriptions. */
export interface ChangeRequest {
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
  /** Absent: the scenario decides when the change starts. */
  schedule?: PlanSchedule | undefined;
}

/** What attaching does, and the rows that it changes. */
export type ChangeDecision = CurrentProducts & {
  kind: ChangeKind;
  /** The row of the table for that kind. */
  row: ChangeRow;
  /** The version that applies: the customer's own when they keep it, else the newest. */
  target: CatalogueProduct;
};

/**
 * Decides what attaching a product does; the first matching rule wins.
 *
 * One-time products come first, whatever else the customer has. Then an existing
 * subscription: a different quantity is an update, a canceled or superseded plan is
 * renewed in its own version, a plan of an older version moves to the newest, an
 * add-on that adds something is bought again, anything else changes nothing. Then
 * add-ons, then the plan of the same group decides.
 *
 * A canceled plan whose quantity differs is updated *and* renewed: the caller
 * clears the cancellation and drops the scheduled successor in both cases.
 *
 * @see Spec §4, "Product scenarios"
 */
export function decideChange(input: ChangeRequest): ChangeDecision {
  const current = currentProducts(input.subscriptions, input.target, input.entityId);
  const kind = kindOf(input, current);
  const row = CHANGES[kind];
  const own = row.version === "own" ? current.owned : null;
  return { kind, row, ...current, target: own ? own.product : input.target };
}

/**
 * Why attach, or its preview, refuses a change that adds nothing.
 *
 * @returns `product_already_attached`; null: it does not.
 */
export function refuseUnchanged(
  { row, owned }: ChangeDecision,
  { target, preview }: Pick<ChangeRequest, "target" | "preview">,
): Refusal | null {
  if (row.refused === "never" || (row.refused === "in_attach" && preview)) return null;
  const state = owned && isActive(owned) ? "already attached" : "already scheduled";
  return { code: "product_already_attached", message: `${target.name} is ${state}` };
}

/**
 * The scenario of attaching a product.
 *
 * @param subscriptions - All subscriptions of the customer; null: no customer.
 * @param entityId - The entity it is for; null: the customer.
 * @see Spec §4, "Product scenarios"
 */
export function scenarioFor({
  subscriptions,
  ...question
}: Pick<ChangeRequest, "target" | "entityId" | "features" | "now"> & {
  subscriptions: readonly Subscription[] | null;
}): Scenario {
  const rows = { subscriptions: subscriptions ?? [], options: [], preview: true };
  return scenarioOf(decideChange({ ...question, ...rows }), question.target);
}

/** The scenario of a decided change. */
export function scenarioOf(
  { row }: Pick<ChangeDecision, "row">,
  target: CatalogueProduct,
): Scenario {
  return isFree(target) ? row.scenario.free : row.scenario.paid;
}

function kindOf(input: ChangeRequest, current: CurrentProducts): ChangeKind {
  const { target, features } = input;
  const { owned } = current;
  if (isOneOff(target)) {
    return owned !== null && !isSoldAgain(target, features) ? "one_off_owned" : "one_off";
  }
  return owned === null ? kindOfOther(input, current) : kindOfOwned(input, current, owned);
}

function kindOfOwned(
  { target, options, features, preview }: ChangeRequest,
  { scheduled }: CurrentProducts,
  owned: Subscription,
): ChangeKind {
  if (!isActive(owned)) return "already_scheduled";
  const isCanceled = owned.canceled_at !== null;
  if (hasOtherQuantity(owned, options)) return isCanceled ? "quantity_and_renew" : "quantity";
  if (scheduled !== null && !target.is_add_on) return "renew";
  if (isCanceled) return "renew";
  if (!target.is_add_on && owned.product.version !== target.version) return "new_version";
  if (target.is_add_on && isSoldAgain(target, features)) return "add_on_again";
  return preview && recurringPrepaid(owned.product).length > 0 ? "quantity" : "already_active";
}

function kindOfOther(input: ChangeRequest, { main }: CurrentProducts): ChangeKind {
  const { target, features, now, schedule } = input;
  if (target.is_add_on) return "add_on";
  if (main === null) return "new";
  if (isFree(main.product)) return "replace_free";
  const mayBeginNow =
    isUpgrade(main.product, target, features) ||
    (schedule === "immediate" && costsMoreByMonth(main.product, target));
  if (schedule === "end_of_cycle" || !mayBeginNow) return "downgrade";
  return isTrialing(main, now) && isAlone(main, input.subscriptions) ? "replace_trial" : "upgrade";
}

function hasOtherQuantity(owned: Subscription, options: ChangeRequest["options"]): boolean {
  return recurringPrepaid(owned.product).some((item) => {
    const asked = options.find((option) => option.feature_id === item.feature_id);
    if (asked === undefined) return false;
    const quantity = wholePacks(asked.quantity, item.billing_units ?? 1);
    return quantity !== upcomingQuantity(owned.options, item.feature_id);
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

function recurringPrepaid(product: CatalogueProduct) {
  return prepaidItems(product).filter((item) => item.interval !== undefined);
}

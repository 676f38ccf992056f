import type { Checkout } from "../../../contract/responses";
import type { Product } from "../../../contract/wire";
import { scenarioOf } from "../../rules/plans/decideChange";
import { quantityOf } from "../../rules/subscriptions/currentProducts";
import { toMajor } from "../../rules/money/money";
import { prepaidItems } from "../../rules/products/product";
import { quantityChange } from "../../rules/products/quantity";
import { periodEnd } from "../../rules/renewals/renewal";
import type { PurchasePlan } from "./plan";

/** Whether the change begins at the end of the current period. */
export function beginsAtEnd({ change, row, current }: PurchasePlan): boolean {
  if (row.losses !== "by_item") return row.losses === "end";
  if (!current) return false;
  return prepaidItems(change.target).every((item) => {
    const from = quantityOf(current.options, item.feature_id);
    const to = quantityOf(change.options, item.feature_id);
    return to >= from || quantityChange(item, change.features, from, to).units === "next_cycle";
  });
}

/** What checkout calls the change. */
export function scenarioInCheckout({ change, row }: PurchasePlan): Pick<Product, "scenario"> {
  return { scenario: row.checkoutScenario ?? scenarioOf({ row }, change.target) };
}

/**
 * The two ways to start a change.
 *
 * @param plan - The plan of the current choice.
 * @param other - The same purchase with the other start.
 * @param debtMinor - What attach pays before either.
 */
export function serializeStarts(
  plan: PurchasePlan,
  other: PurchasePlan,
  now: number,
  debtMinor: number,
): NonNullable<Checkout["starts"]> {
  const waits = beginsAtEnd(plan);
  const start = (of: PurchasePlan, selected: boolean) => ({
    total: toMajor(of.totalMinor + debtMinor, of.change.currency),
    selected,
  });
  const end = (of: PurchasePlan) => (of.current && periodEnd(of.current, now)) ?? of.startsAt;
  const [later, sooner] = waits ? [plan, other] : [other, plan];
  return [
    { plan_schedule: "end_of_cycle", at: end(later), ...start(later, waits) },
    { plan_schedule: "immediate", at: sooner.startsAt, ...start(sooner, !waits) },
  ];
}

import type { CheckPreview } from "../../contract/responses";
import type { Customer, ProductItem } from "../../contract/wire";
import { joinItemText } from "../components/item-text";
import type { Say } from "../messages/language";

type Offer = CheckPreview["products"][number];

/** One plan in a few lines: the wanted feature first, the price last. */
interface PlanSummary {
  name: string;
  lines: string[];
}

/** The customer's plan, and the plan that unlocks the feature. */
export interface PlanComparison {
  now: PlanSummary;
  next: PlanSummary;
}

/**
 * Compares the customer's plan with the one that unlocks the feature: that
 * feature, or the credits that pay for it; the next difference; the price.
 *
 * @returns Null when there is no plan to compare with, or an add-on is sold.
 */
export function comparePlans(
  customer: Customer | null,
  offer: Offer,
  featureId: string,
  t: Say,
): PlanComparison | null {
  const current = customer?.products.find(
    ({ status, is_add_on, group }) => status === "active" && !is_add_on && group === offer.group,
  );
  if (!current || offer.is_add_on) return null;
  const unlocked = findUnlocked(offer.items, featureId);
  const wanted = [unlocked, ...otherFeatures(current.items, offer.items, unlocked)];
  const summarize = (name: string, items: readonly ProductItem[]) => ({
    name,
    lines: [...wanted.flatMap((id) => textsOf(items, id)), describePrice(items, t)],
  });
  return { now: summarize(current.name, current.items), next: summarize(offer.name, offer.items) };
}

/**
 * The feature by which the plan unlocks the wanted one: the feature itself, else a
 * credit system.
 */
function findUnlocked(items: readonly ProductItem[], featureId: string): string {
  if (items.some(({ feature_id }) => feature_id === featureId)) return featureId;
  const credits = items.find(({ feature }) =>
    feature?.credit_schema?.some(({ metered_feature_id }) => metered_feature_id === featureId),
  );
  return credits?.feature_id ?? featureId;
}

/** The first other feature of which the plan and the next one grant different amounts. */
function otherFeatures(
  now: readonly ProductItem[],
  next: readonly ProductItem[],
  featureId: string,
): string[] {
  const differs = now
    .filter(({ type }) => type === "feature")
    .map(({ feature_id }) => feature_id)
    .find((id) => {
      if (id === null || id === featureId) return false;
      const [mine, theirs] = [textsOf(now, id), textsOf(next, id)];
      return theirs.length > 0 && mine.join() !== theirs.join();
    });
  return differs == null ? [] : [differs];
}

function textsOf(items: readonly ProductItem[], featureId: string): string[] {
  return items
    .filter(({ feature_id }) => feature_id === featureId)
    .map((item) => joinItemText(item.display));
}

function describePrice(items: readonly ProductItem[], t: Say): string {
  const price = items.find(({ type }) => type === "price");
  return price ? joinItemText(price.display) : t("pricing.free");
}

import { describe, expect, it } from "vitest";
import { SPOTLIGHT_CATALOGUE } from "../../../convex/community/plans";
import type {
  ItemDefinition,
  ProductDefinition,
} from "../../../packages/billing/src/component/rules/model";
import { intervalWeight } from "../../../packages/billing/src/component/rules/periods/periods";

const { features, products } = SPOTLIGHT_CATALOGUE;
const plans = products.filter((product) => product.group === "main" && !product.is_add_on);

/** Each plan, and the one of its "everything from" line. */
const pairs = plans.flatMap((plan) => {
  const below = plans.find(({ name }) => name === plan.display?.everything_from);
  return below ? [[plan.id, below.id, plan, below] as const] : [];
});

const lineOf = ({ items }: ProductDefinition, featureId: string | undefined) =>
  items.find((item) => item.feature_id === featureId);

/** The maximum usage that an item allows in one interval. */
const most = ({ included_usage: included, usage_limit }: ItemDefinition) =>
  included === "inf" ? Infinity : Math.max(included ?? 0, usage_limit ?? 0);

/** A continuous-use feature without an interval. */
const staying = new Set<string>(
  features.filter(({ type }) => type === "continuous_use").map(({ id }) => id),
);

/** How often it resets: rarer is better, and never is best. */
const every = (item: ItemDefinition) =>
  most(item) === Infinity || item.interval === undefined || staying.has(item.feature_id ?? "")
    ? 0
    : intervalWeight(item.interval, item.interval_count ?? 1);

describe('the "everything from" line of a plan', () => {
  it("is in each plan except the free one", () => {
    expect(pairs).toHaveLength(plans.length - 1);
  });

  it.each(pairs)("%s contains %s in every line", (_id, _below, plan, below) => {
    for (const line of below.items) {
      if (line.feature_id === undefined) continue;
      const own = lineOf(plan, line.feature_id);
      expect(own, line.feature_id).toBeDefined();
      if (own === undefined) continue;
      // The buyer has it as well, not only members with a seat.
      expect(own.entity_feature_id, line.feature_id).toBeUndefined();
      expect(most(own), line.feature_id).toBeGreaterThanOrEqual(most(line));
      expect(every(own), line.feature_id).toBeLessThanOrEqual(every(line));
      if (line.usage_model === "prepaid") {
        expect(own.usage_model).toBe("prepaid");
        expect(own.price).toBeLessThanOrEqual(line.price ?? 0);
      }
      expect(own.rollover?.max ?? 0).toBeGreaterThanOrEqual(line.rollover?.max ?? 0);
    }
  });
});

import { describe, expect, it, vi } from "vitest";
import { indexAccess } from "../../../src/react/flows/access-index";
import { isAccessAllowed } from "../../../src/react/flows/check";
import { customer, customerFeature } from "../wire-samples";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

/**
 * A customer with many features, one of them a credit system, who counts how often
 * they are read.
 */
function watched(count: number) {
  const features = Array.from({ length: count }, (_, index) =>
    customerFeature({ id: `feature_${index}`, balance: 1 }),
  );
  const credits = customerFeature({
    id: "credits",
    balance: 6,
    credit_schema: [{ feature_id: "exports", credit_amount: 3 }],
  });
  let reads = 0;
  const ines = customer({ features: [...features, credits] });
  const counting: ProxyHandler<typeof ines.features> = {
    get: (target, key, receiver): unknown => {
      reads += 1;
      return Reflect.get(target, key, receiver);
    },
    ownKeys: (target) => {
      reads += 1;
      return Reflect.ownKeys(target);
    },
  };
  const index = indexAccess({ ...ines, features: new Proxy(ines.features, counting) });
  const known = { index, loading: false };
  const readsDuring = (work: () => unknown) => {
    const before = reads;
    work();
    return reads - before;
  };
  return { known, index, readsDuring };
}

describe("indexAccess", () => {
  it.each([1, 1000])("reads one balance for a first check, of %d", (count) => {
    const { known, readsDuring } = watched(count);
    const ask = (featureId: string) => () => isAccessAllowed(known, { featureId });
    expect(readsDuring(ask("feature_0"))).toBe(1);
    expect(readsDuring(ask("exports"))).toBe(0);
  });

  it.each(["feature_0", "exports", "nothing"])("reads no balance again for %s", (featureId) => {
    const { known, readsDuring } = watched(10);
    isAccessAllowed(known, { featureId });
    const ask = (requiredBalance: number) => isAccessAllowed(known, { featureId, requiredBalance });
    expect(readsDuring(() => [1, 2, 0.5, 1].map(ask))).toBe(0);
  });

  it("returns the same object for the same check, so that nothing re-renders", () => {
    const { index } = watched(1);
    const answer = index.feature("feature_0", 1);
    expect(index.feature("feature_0", 1)).toBe(answer);
    expect(index.product("pro")).toBe(index.product("pro"));
  });

  it("is shared by all callers with one snapshot, and new for the next one", () => {
    const first = customer();
    expect(indexAccess(first)).toBe(indexAccess(first));
    expect(indexAccess({ ...first })).not.toBe(indexAccess(first));
  });

  it("returns all fields of the balance that pays, and nothing else", () => {
    const known = {
      ...{ interval: "month" as const, interval_count: 2, unlimited: false, balance: 0 },
      ...{ usage: 0, included_usage: 0, next_reset_at: null, overage_allowed: false },
      usage_limit: 9,
      rollovers: [{ balance: 1, expires_at: null }],
      breakdown: [],
      credit_schema: [{ feature_id: "exports", credit_amount: 3 }],
    };
    const credits = customerFeature({ ...known, id: "credits", name: "Credits" });
    const index = indexAccess(customer({ features: [credits] }));
    const answer = { allowed: true, customer_id: "ines", feature_id: "credits" };
    expect(index.feature("exports", 1)).toEqual({ ...known, ...answer, required_balance: 3 });
    expect(index.feature("exports", 4)).toMatchObject({ allowed: false, required_balance: 12 });
    expect(index.feature("prints", 1)).toEqual({
      ...{ allowed: false, customer_id: "ines", feature_id: "prints", required_balance: 1 },
    });
    const { usage_limit: _none, ...bare } = customerFeature();
    const plain = indexAccess(customer({ features: [bare] })).feature("uploads", 1);
    expect(Object.keys(plain)).not.toContain("usage_limit");
  });
});

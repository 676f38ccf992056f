import { describe, expect, it } from "vitest";
import { describeRenewal } from "../../../src/react/components/renewal";
import { customerProduct, prepaidItem, productItem } from "../wire-samples";
import { WORDS } from "../words";

const price = productItem({ type: "price", feature_id: null, price: 6, interval: "month" });
const credits = prepaidItem({ price: 4, billing_units: 100, interval: "month" });
const creator = (items = [price]) => customerProduct({ name: "Creator", items });

describe("describeRenewal", () => {
  it("adds the packs that were bought to the plan's price", () => {
    const renewal = describeRenewal(creator([price, { ...credits, quantity: 200 }]), WORDS);
    expect(renewal?.total).toBe(14);
    expect(renewal?.lines.map(({ amount }) => amount)).toEqual([6, 8]);
  });

  it("charges a started pack whole", () => {
    const renewal = describeRenewal(creator([price, { ...credits, quantity: 101 }]), WORDS);
    expect(renewal?.total).toBe(14);
  });

  it("leaves out packs without units", () => {
    const unbought = prepaidItem({ price: 4, billing_units: 100, interval: "month", quantity: 0 });
    expect(describeRenewal(creator([price, unbought]), WORDS)?.lines).toHaveLength(1);
    expect(
      describeRenewal(creator([price, { ...unbought, quantity: 1 }]), WORDS)?.lines,
    ).toHaveLength(2);
  });

  it("leaves shorter intervals out of the yearly total", () => {
    const yearly = { ...price, price: 60, interval: "year" as const };
    const renewal = describeRenewal(creator([yearly, { ...credits, quantity: 100 }]), WORDS);
    expect(renewal?.total).toBe(60);
    expect(renewal?.lines.map(({ interval }) => interval)).toEqual(["year", "month"]);
  });

  it("multiplies the price by the number of copies", () => {
    expect(describeRenewal({ ...creator(), quantity: 3 }, WORDS)?.total).toBe(18);
  });

  it("says that usage is billed in addition", () => {
    const metered = productItem({ type: "priced_feature", usage_model: "pay_per_use" });
    expect(describeRenewal(creator([price, metered]), WORDS)?.usage).toBe("metered");
    expect(describeRenewal(creator(), WORDS)?.usage).toBe("none");
  });

  it("is null for a product that never renews: free, or one-time", () => {
    expect(describeRenewal(creator([]), WORDS)).toBeNull();
    expect(describeRenewal(creator([{ ...price, interval: null }]), WORDS)).toBeNull();
  });
});

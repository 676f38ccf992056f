import { describe, expect, it } from "vitest";
import { describeRenewal } from "../../../src/react/components/renewal";
import {
  customer,
  customerFeature,
  customerProduct,
  prepaidItem,
  productItem,
} from "../wire-samples";
import { WORDS } from "../words";

const price = productItem({ type: "price", feature_id: null, price: 6, interval: "month" });
const credits = prepaidItem({ price: 4, billing_units: 100, interval: "month" });
const creator = (items = [price]) => customerProduct({ name: "Creator", items });
const NOBODY = customer();

/** An item that is billed by use. */
const billed = (id: string, over: Parameters<typeof productItem>[0] = {}) =>
  productItem({
    type: "priced_feature",
    feature_id: id,
    feature_type: id === "seats" ? "continuous_use" : "single_use",
    usage_model: "pay_per_use",
    interval: "month",
    ...over,
  });
const seats = billed("seats", { price: 15 });
const calls = billed("calls", { price: 0.5, billing_units: 10 });

/** The renewal of a product whose owner has used this many units beyond the grant. */
function renewalOf(product: ReturnType<typeof creator>, beyond: number, others = [product]) {
  const features = ["seats", "calls"].map((id) =>
    customerFeature({ id, balance: -beyond, usage: beyond + 3, included_usage: 3 }),
  );
  return describeRenewal(product, customer({ products: others, features }), WORDS, "usd");
}

describe("describeRenewal", () => {
  it("adds the packs that were bought to the plan's price", () => {
    const renewal = describeRenewal(
      creator([price, { ...credits, quantity: 200 }]),
      NOBODY,
      WORDS,
      "usd",
    );
    expect(renewal?.total).toBe(14);
    expect(renewal?.lines.map(({ amount }) => amount)).toEqual([6, 8]);
  });

  it("charges a started pack whole", () => {
    const renewal = describeRenewal(
      creator([price, { ...credits, quantity: 101 }]),
      NOBODY,
      WORDS,
      "usd",
    );
    expect(renewal?.total).toBe(14);
  });

  it("leaves out packs without units", () => {
    const unbought = prepaidItem({ price: 4, billing_units: 100, interval: "month", quantity: 0 });
    expect(describeRenewal(creator([price, unbought]), NOBODY, WORDS, "usd")?.lines).toHaveLength(
      1,
    );
    expect(
      describeRenewal(creator([price, { ...unbought, quantity: 1 }]), NOBODY, WORDS, "usd")?.lines,
    ).toHaveLength(2);
  });

  it("leaves shorter intervals out of the yearly total", () => {
    const yearly = { ...price, price: 60, interval: "year" as const };
    const renewal = describeRenewal(
      creator([yearly, { ...credits, quantity: 100 }]),
      NOBODY,
      WORDS,
      "usd",
    );
    expect(renewal?.total).toBe(60);
    expect(renewal?.lines.map(({ interval }) => interval)).toEqual(["year", "month"]);
  });

  it.each(["first", "last"])("is due at the end of its longest period: listed %s", (where) => {
    const quarterly = { ...price, price: 30, interval_count: 3 };
    const items = where === "first" ? [quarterly, price] : [price, quarterly];
    expect(describeRenewal(creator(items), NOBODY, WORDS, "usd")?.total).toBe(30);
  });

  it("multiplies the price by the number of copies", () => {
    expect(describeRenewal({ ...creator(), quantity: 3 }, NOBODY, WORDS, "usd")?.total).toBe(18);
  });

  it("charges the seats in use beyond the included ones, in a trial too", () => {
    const business = creator([seats]);
    expect(renewalOf(business, 4)).toEqual({
      lines: [{ label: "4 seats", amount: 60, interval: "month", interval_count: 1 }],
      total: 60,
      usage: "none",
    });
    expect(renewalOf({ ...business, trial_ends_at: 1 }, 4)?.total).toBe(60);
    expect(renewalOf(creator([price, seats]), 4)?.total).toBe(66);
  });

  it("is a bill of zero while no seat is in use", () => {
    expect(renewalOf(creator([seats]), -1)).toEqual({ lines: [], total: 0, usage: "none" });
  });

  it("charges what was used so far in whole packs, and says that more may be added", () => {
    expect(renewalOf(creator([calls]), 21)).toMatchObject({ total: 1.5, usage: "metered" });
  });

  it("leaves out what is used up in a trial: it is never billed", () => {
    expect(renewalOf({ ...creator([calls]), trial_ends_at: 1 }, 21)?.total).toBe(0);
  });

  it.each([
    { units: 3, total: 30 },
    { units: 5, total: 50 },
    { units: 8, total: 74 },
  ])("charges $units units by their own tiers", ({ units, total }) => {
    const tiers = [
      { to: 5, amount: 10 },
      { to: "inf" as const, amount: 8 },
    ];
    expect(renewalOf(creator([billed("seats", { price: null, tiers })]), units)?.total).toBe(total);
    const packs = prepaidItem({ price: null, tiers, interval: "month", quantity: units });
    const bought = creator([{ ...packs, billing_units: 1 }]);
    expect(describeRenewal(bought, NOBODY, WORDS, "usd")?.total).toBe(total);
  });

  it("leaves out units that two products bill: their shares are unknown", () => {
    const business = creator([price, seats]);
    const extra = customerProduct({ id: "extra", items: [seats] });
    expect(renewalOf(business, 4, [business, extra])?.total).toBe(6);
    expect(renewalOf(business, 4, [business, { ...extra, status: "expired" }])?.total).toBe(66);
  });

  it("says that usage is billed in addition", () => {
    expect(describeRenewal(creator([price, calls]), NOBODY, WORDS, "usd")?.usage).toBe("metered");
    expect(describeRenewal(creator([price, seats]), NOBODY, WORDS, "usd")?.usage).toBe("none");
    expect(describeRenewal(creator(), NOBODY, WORDS, "usd")?.usage).toBe("none");
  });

  it("is null for a product that never renews: free, or one-time", () => {
    expect(describeRenewal(creator([]), NOBODY, WORDS, "usd")).toBeNull();
    expect(
      describeRenewal(creator([{ ...price, interval: null }]), NOBODY, WORDS, "usd"),
    ).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import {
  chooseInterval,
  listIntervals,
  plansOf,
  rankOf,
} from "../../../src/react/components/plan-intervals";
import type { PlanInterval } from "../../../src/react/components/plan-intervals";
import type { PricingTableProduct } from "../../../src/react/pricing";
import { product, productItem } from "../wire-samples";
import { WORDS } from "../words";

function plan(
  id: string,
  interval: PlanInterval | null,
  price: number,
  over: Partial<PricingTableProduct> = {},
): PricingTableProduct {
  const made = product({
    id,
    name: id,
    items: [productItem({ price, display: { primary_text: `$${price}` } })],
    properties: { interval_group: interval, is_free: interval === null },
  });
  return { ...made, ...over };
}

const free = plan("free", null, 0);
const creator = plan("creator", "month", 6);
const pro = plan("pro", "month", 15);
const studioQuarter = plan("studio", "quarter", 105);
const creatorYear = plan("creator_year", "year", 60, { base_variant_id: "creator" });
const proYear = plan("pro_year", "year", 144, { base_variant_id: "pro" });
const all = [free, proYear, creator, pro, studioQuarter, creatorYear];

describe("listIntervals", () => {
  it("lists every interval on offer, shortest first, with what it saves", () => {
    expect(listIntervals(all, WORDS.t)).toEqual([
      { value: "month", label: "Monthly" },
      { value: "quarter", label: "Quarterly", hint: "studio, $105" },
      { value: "year", label: "Yearly", hint: "Save up to 20%" },
    ]);
  });

  it.each([
    { why: "costs the same", yearly: [72, 180], hint: undefined },
    { why: "costs more", yearly: [80, 200], hint: undefined },
    { why: "saves a fraction", yearly: [71.9, 180], hint: undefined },
    { why: "saves differently", yearly: [60, 180], hint: "Save up to 16%" },
  ])("never overstates the saving: a year that $why", ({ yearly, hint }) => {
    const [first = 0, second = 0] = yearly;
    const plans = [
      creator,
      pro,
      plan("a", "year", first, { base_variant_id: "creator" }),
      plan("b", "year", second, { base_variant_id: "pro" }),
    ];
    expect(listIntervals(plans, WORDS.t)[1]?.hint).toBe(hint);
  });

  it("names the saving of the only plan with that interval", () => {
    const year = plan("a", "year", 60, { base_variant_id: "creator" });
    expect(listIntervals([free, creator, pro, year], WORDS.t)[1]?.hint).toBe("Save 16%");
  });

  it("names the price of the only plan in full, per seat if it is", () => {
    const display = { primary_text: "$60", secondary_text: "per seat per year" };
    const year = { ...plan("team", "year", 60), items: [productItem({ price: 60, display })] };
    expect(listIntervals([creator, pro, year], WORDS.t)[1]?.hint).toBe(
      "team, $60 per seat per year",
    );
  });

  it("shows no saving for a plan without a comparable one", () => {
    const plans = [creator, plan("a", "year", 60), plan("b", "year", 10)];
    expect(listIntervals(plans, WORDS.t)[1]?.hint).toBeUndefined();
  });

  it("has no intervals when every plan is free", () => {
    expect(listIntervals([free], WORDS.t)).toEqual([]);
  });
});

describe("plansOf", () => {
  it("always includes free plans", () => {
    const ids = (interval: PlanInterval) => plansOf(all, interval).map(({ id }) => id);
    expect(ids("month")).toEqual(["free", "creator", "pro"]);
    expect(ids("quarter")).toEqual(["free", "studio"]);
    expect(plansOf([free], undefined)).toEqual([free]);
  });
});

describe("chooseInterval", () => {
  it("starts with the customer's present interval, even of a canceled plan", () => {
    const options = listIntervals(all, WORDS.t);
    expect(chooseInterval(all, options)).toBe("month");
    const onYear = (scenario: "active" | "renew") =>
      all.map((one) => (one.id === "pro_year" ? { ...one, scenario } : one));
    expect(chooseInterval(onYear("active"), options)).toBe("year");
    expect(chooseInterval(onYear("renew"), options)).toBe("year");
  });

  it("chooses nothing where there is no choice", () => {
    expect(chooseInterval([free], [])).toBeUndefined();
  });
});

describe("rankOf", () => {
  const studio = plan("studio", "month", 39, { scenario: "active" });
  const badge = plan("badge", "month", 100, { scenario: "active", is_add_on: true });

  it.each([
    { what: "a smaller plan by the year", offered: creatorYear, held: studio, rank: "lower" },
    { what: "the same plan by the quarter", offered: studioQuarter, held: studio, rank: "lower" },
    { what: "a dearer plan by the year", offered: proYear, held: creator, rank: "other" },
    { what: "any plan, without a subscription", offered: creatorYear, held: pro, rank: "other" },
    { what: "a plan below an add-on of the customer", offered: pro, held: badge, rank: "other" },
  ])("of $what is $rank", ({ offered, held, rank }) => {
    const mine = held === creator ? { ...creator, scenario: "renew" as const } : held;
    expect(rankOf(offered, [offered, mine])).toBe(rank);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "../../../src/component/rules/model";
import { scenarioFor } from "../../../src/component/rules/plans/decideChange";
import { compareProducts, isUpgrade } from "../../../src/component/rules/plans/scenario";
import {
  BOOST_PACK,
  CREATOR,
  CREATOR_ANNUAL,
  FEATURES,
  FREE,
  subscriptions,
  price,
  PRINT_PACK,
  PRO,
  product,
  STORAGE_PLUS,
  STUDIO,
} from "../fixtures";

const ALL = [
  FREE,
  CREATOR,
  CREATOR_ANNUAL,
  PRO,
  STUDIO,
  BOOST_PACK,
  PRINT_PACK,
  STORAGE_PLUS,
  product("other", [price(6, "month")], { group: "other" }),
  product("creator_twin", CREATOR.items),
];
const perCall = (id: string, amount: number) =>
  product(id, [
    { feature_id: "api_calls", interval: "month", price: amount, usage_model: "pay_per_use" },
  ]);

const perSeat = (id: string, amount: number) =>
  product(id, [
    { feature_id: "seats", interval: "month", price: amount, usage_model: "pay_per_use" },
  ]);
const FREE_YEARLY = product("free_yearly", [price(0, "year")]);

describe("isUpgrade", () => {
  it.each([
    ["free to paid", FREE, CREATOR, true],
    ["paid to free", CREATOR, FREE, false],
    ["cheaper to dearer", CREATOR, PRO, true],
    ["dearer to cheaper", PRO, CREATOR, false],
    ["the same price", CREATOR, product("twin", CREATOR.items), false],
    ["monthly to yearly, though cheaper", STUDIO, product("y", [price(1, "year")]), true],
    ["yearly to monthly, though dearer", CREATOR_ANNUAL, STUDIO, false],
    ["a month to twelve of them", CREATOR, product("y", [price(1, "month", 12)]), true],
    [
      "a year to twelve months",
      product("y", [price(1, "year")]),
      product("m", [price(2, "month", 12)]),
      true,
    ],
    ["free by the year to paid by the month", FREE_YEARLY, CREATOR, true],
    ["free by the year to paid by the month", CREATOR, FREE_YEARLY, false],
    ["free to free", FREE, product("other_free", []), false],
    ["usage to usage, though cheaper", perCall("a", 2), perCall("b", 1), true],
    [
      "usage to usage, with something included in both",
      product("a", [...perCall("a", 2).items, ...FREE.items]),
      product("b", [...perCall("b", 1).items, ...FREE.items]),
      true,
    ],
    [
      "a price and usage to less of both",
      product("a", [price(9, "month"), ...perCall("a", 2).items]),
      product("b", [price(5, "month"), ...perCall("b", 1).items]),
      false,
    ],
    ["a continuous-use feature, to the same for less", perSeat("a", 2), perSeat("b", 1), false],
    ["a plan to cheaper usage", CREATOR, perCall("a", 1), false],
    [
      "prices a tenth of a cent apart",
      product("a", [price(0.3, "month")]),
      product("b", [price(0.301, "month")]),
      true,
    ],
  ])("%s", (_what, from, to, expected) => {
    expect(isUpgrade(from, to, FEATURES)).toBe(expected);
  });
});

describe("compareProducts", () => {
  it("lists plans before add-ons, free first, shorter before longer, cheaper before dearer", () => {
    const ids = ALL.toSorted(compareProducts).map(({ id }) => id);
    expect(ids).toEqual([
      "free",
      "creator",
      "creator_twin",
      "pro",
      "studio",
      "creator_annual",
      "boost_pack",
      "print_pack",
      "storage_plus",
      "other",
    ]);
  });

  it("orders any list the same way, in any input order", () => {
    const expected = ALL.toSorted(compareProducts);
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), (shuffled) => {
        expect(shuffled.toSorted(compareProducts)).toEqual(expected);
      }),
    );
  });

  it("is 0 only for the same product", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), fc.constantFrom(...ALL), (a, b) => {
        expect(Math.sign(compareProducts(a, b))).toBe(0 - Math.sign(compareProducts(b, a)));
        expect(compareProducts(a, b) === 0).toBe(a.id === b.id);
      }),
    );
  });
});

describe("scenarioFor", () => {
  const canceled = { canceled_at: 1, ended_at: 9 };
  const scheduled = { status: "scheduled" as const };

  it.each<[string, Subscription[] | null, typeof FREE, string]>([
    ["no customer", null, CREATOR, "new"],
    ["no subscription", [], CREATOR, "new"],
    ["a plan without a subscription", [subscriptions(STORAGE_PLUS)], CREATOR, "new"],
    ["free over free", [subscriptions(FREE)], product("other_free", []), "new"],
    ["a one-off that was bought before", [subscriptions(BOOST_PACK)], BOOST_PACK, "new"],
    [
      "a plan of another group",
      [subscriptions(PRO)],
      product("o", [price(1, "month")], { group: "o" }),
      "new",
    ],
    ["the plan itself", [subscriptions(PRO)], PRO, "active"],
    [
      "the plan itself, its renewal failed",
      [subscriptions(PRO, { status: "past_due" })],
      PRO,
      "active",
    ],
    ["the plan itself, ended", [subscriptions(PRO, { status: "expired" })], PRO, "new"],
    ["another version of it", [subscriptions({ ...PRO, version: 2 })], PRO, "active"],
    ["the plan itself, canceled", [subscriptions(PRO, canceled)], PRO, "renew"],
    [
      "the scheduled plan",
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      CREATOR,
      "scheduled",
    ],
    [
      "the canceled plan before it",
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      PRO,
      "renew",
    ],
    [
      "an upgrade from a canceled plan",
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      STUDIO,
      "upgrade",
    ],
    ["free to paid", [subscriptions(FREE)], CREATOR, "upgrade"],
    ["up", [subscriptions(CREATOR)], PRO, "upgrade"],
    ["down", [subscriptions(PRO)], CREATOR, "downgrade"],
    ["down to free", [subscriptions(PRO)], FREE, "cancel"],
    ["an add-on", [subscriptions(PRO)], STORAGE_PLUS, "new"],
    ["an add-on that the customer has", [subscriptions(STORAGE_PLUS)], STORAGE_PLUS, "active"],
    ["a scheduled add-on", [subscriptions(STORAGE_PLUS, scheduled)], STORAGE_PLUS, "scheduled"],
    ["an add-on that is canceled", [subscriptions(STORAGE_PLUS, canceled)], STORAGE_PLUS, "renew"],
    ["a plan of an entity", [subscriptions(PRO, { entity_id: "e" })], PRO, "new"],
  ])("%s", (_what, rows, target, expected) => {
    expect(
      scenarioFor({ target, subscriptions: rows, entityId: null, features: FEATURES, now: 0 }),
    ).toBe(expected);
  });

  it("considers only the entity's own subscriptions for an entity", () => {
    const rows = [subscriptions(CREATOR), subscriptions(PRO, { entity_id: "e" })];
    const ask = (entityId: string) =>
      scenarioFor({ target: PRO, subscriptions: rows, entityId, features: FEATURES, now: 0 });
    expect([ask("e"), ask("f")]).toEqual(["active", "new"]);
  });
});

import { describe, expect, it } from "vitest";
import type { Interval } from "../../../src/contract/wire";
import type { ItemDefinition, ProductDefinition } from "../../../src/component/rules/model";
import { APRIL_1, CARDS, DAY_MS, getCustomer, ledgerGaps, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, canceled, creditOf, heldBy, openShop, product, use } from "../shop";

const TWO_WEEKS = { length: 14, duration: "day" as const };
const MS = 1 / DAY_MS;

/** 100 are included; $0.50 for each 10 more: 170 cost $3.50, 140 cost $2. */
const calls = (interval: Interval): ItemDefinition => ({
  ...{ feature_id: "calls", included_usage: 100, interval },
  ...{ price: 0.5, billing_units: 10, usage_model: "pay_per_use" },
});
const TIERED: ItemDefinition = {
  ...{ feature_id: "calls", interval: "month", usage_model: "pay_per_use" },
  tiers: [
    { to: 10, amount: 1 },
    { to: "inf", amount: 0.5 },
  ],
};
const SEATS: ItemDefinition = {
  ...{ feature_id: "seats", included_usage: 3, interval: "month" },
  ...{ price: 10, usage_model: "pay_per_use" },
};
const every = (interval: Interval, price: number) => ({ interval, price });

type Trial = Pick<NonNullable<ProductDefinition["free_trial"]>, "length" | "duration">;
const FREE = product("free", [], { is_default: true });
const tried = (
  items: ItemDefinition[],
  trial: Trial = TWO_WEEKS,
  { id = "tried", card_required = true } = {},
) => product(id, items, { free_trial: { ...trial, unique_fingerprint: false, card_required } });
const MONTHLY = tried([every("month", 30), calls("month")]);
const BIGGER = [every("month", 50), calls("month")];

/** The events, by days since 1 April, in order. */
type Happening = readonly [day: number, what: (t: Engine) => Promise<unknown>];
const used = (day: number, units: number, featureId = "calls"): Happening => [
  day,
  (t) => use(t, featureId, units),
];
const stops = (day: number, how: { cancel_immediately?: boolean } = {}): Happening => [
  day,
  (t) => canceled(t, { product_id: "tried", ...how }),
];
const buys = (day: number, product_id: string): Happening => [
  day,
  (t) => bought(t, { product_id }),
];
const cardIs = (day: number, card: keyof typeof CARDS): Happening => [
  day,
  (t) => saveCard(t, CARDS[card]),
];

async function live(t: Engine, happenings: readonly Happening[], until: number) {
  for (const [day, what] of happenings) {
    setTime(APRIL_1 + Math.round(day * DAY_MS));
    // Due steps are processed before the next event.
    await getCustomer(t);
    await what(t);
  }
  setTime(APRIL_1 + until * DAY_MS);
  await getCustomer(t);
  expect(await ledgerGaps(t)).toEqual([]);
}

async function start(products: ProductDefinition[], free_trial?: false) {
  const t = await openShop([FREE, ...products]);
  await saveCard(t);
  await bought(t, { product_id: "tried", ...(free_trial === false && { free_trial }) });
  return t;
}

/** Oldest first: "04-15 3000 paid". */
async function billed(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("invoices").take(20));
  return rows.map(({ created_at, total_minor, status }) =>
    [new Date(created_at).toISOString().slice(5, 10), total_minor, status].join(" "),
  );
}

const CONVERTED: readonly string[] = ["04-15 3000 paid", "05-15 3200 paid", "06-15 3000 paid"];

describe("use beyond what a plan includes, on trial and after it", () => {
  it.each<[string, ProductDefinition, Happening[], number, readonly string[]]>([
    ["a month, to the millisecond", MONTHLY, [used(3, 170), used(20, 140)], 75, CONVERTED],
    [
      "a month, to the millisecond",
      MONTHLY,
      [used(14 - MS, 170), used(14, 130), used(44 - MS, 10)],
      75,
      CONVERTED,
    ],
    ["a month, without any use", MONTHLY, [], 44, ["04-15 3000 paid", "05-15 3000 paid"]],
    [
      "a month, and a card that was not asked for",
      tried([every("month", 30), calls("month")], TWO_WEEKS, { card_required: false }),
      [used(3, 170), used(20, 140)],
      75,
      CONVERTED,
    ],
    [
      "weeks, of which the trial has two",
      tried([every("week", 10), calls("week")]),
      [used(3, 170), used(10, 170), used(16, 140)],
      28,
      ["04-15 1000 paid", "04-22 1200 paid", "04-29 1000 paid"],
    ],
    [
      "a month, tried for two",
      tried([every("month", 30), calls("month")], { length: 2, duration: "month" }),
      [used(3, 170), used(40, 170), used(65, 140)],
      91,
      ["06-01 3000 paid", "07-01 3200 paid"],
    ],
    [
      "a month, tried for a year",
      tried([every("month", 30), calls("month")], { length: 1, duration: "year" }),
      [used(3, 170), used(200, 170), used(370, 140)],
      395,
      ["04-01 3000 paid", "05-01 3200 paid"],
    ],
    [
      "a year, with use by the month",
      tried([every("year", 300), calls("month")]),
      [used(3, 170), used(20, 140)],
      75,
      ["04-15 30000 paid", "05-15 200 paid"],
    ],
    [
      "a month, with use by the quarter",
      tried([every("month", 30), calls("quarter")]),
      [used(3, 170), used(20, 70), used(50, 70)],
      105,
      ["04-15 3000 paid", "05-15 3000 paid", "06-15 3000 paid", "07-15 3200 paid"],
    ],
    ["use alone", tried([calls("month")]), [used(3, 170), used(20, 140)], 75, ["05-15 200 paid"]],
    [
      "tiers, with nothing included",
      tried([every("month", 30), TIERED]),
      [used(3, 50), used(20, 20)],
      44,
      ["04-15 3000 paid", "05-15 4500 paid"],
    ],
    [
      "seats, which are paid ahead once the trial is over",
      tried([every("month", 30), SEATS]),
      [used(3, 5, "seats"), used(20, 1, "seats")],
      44,
      ["04-15 5000 paid", "04-21 800 paid", "05-15 6000 paid"],
    ],
    [
      "seats whose money waits for the renewal",
      tried([every("month", 30), { ...SEATS, on_increase: "prorate_next_cycle" }]),
      [used(3, 5, "seats"), used(20, 1, "seats")],
      44,
      ["04-15 5000 paid", "05-15 6800 paid"],
    ],
  ])("is billed from the trial's end on: %s", async (_, sold, happenings, until, expected) => {
    const t = await start([sold]);
    await live(t, happenings, until);
    expect(await billed(t)).toEqual(expected);
    expect(await creditOf(t)).toBe(0);
  });

  it("is billed from the first day where the trial is refused", async () => {
    const t = await start([MONTHLY], false);
    await live(t, [used(3, 170)], 30);
    expect(await billed(t)).toEqual(["04-01 3000 paid", "05-01 3350 paid"]);
  });

  it("is billed to the end of the trial where an add-on of it has none of its own", async () => {
    const extra = product("extra", [every("month", 5), calls("month")], { is_add_on: true });
    const t = await start([tried([every("month", 30)]), extra]);
    await live(t, [buys(2, "extra"), used(3, 170), used(20, 140)], 44);
    // Both end the trial at the same time, each with an invoice of its own.
    expect((await billed(t)).sort()).toEqual([
      ...["04-15 3000 paid", "04-15 500 paid"],
      ...["05-15 3000 paid", "05-15 700 paid"],
    ]);
  });

  it("is billed by the month from the trial's end where new customers start with the plan", async () => {
    const sold = tried([every("month", 30), calls("month")], TWO_WEEKS, { card_required: false });
    const t = await openShop([FREE, { ...sold, is_default: true }]);
    await saveCard(t);
    await live(t, [used(3, 170), used(20, 140)], 75);
    expect(await billed(t)).toEqual(CONVERTED);
  });

  it("leaves no use in the first paid balance", async () => {
    const t = await start([MONTHLY]);
    await live(t, [used(3, 170)], 14);
    const { features } = await getCustomer(t);
    expect(features.calls).toMatchObject({ balance: 100, usage: 0, included_usage: 100 });
    expect(features.calls?.next_reset_at).toBe(Date.UTC(2025, 4, 15));
  });

  it("does not make a customer pay who never gave a card", async () => {
    const sold = tried([every("month", 30), calls("month")], TWO_WEEKS, { card_required: false });
    const t = await openShop([FREE, sold]);
    await bought(t, { product_id: "tried" });
    await live(t, [used(3, 170)], 75);
    expect([await billed(t), await heldBy(t)]).toEqual([[], ["free active"]]);
  });
});

describe("a plan on trial with use beyond what it includes", () => {
  const later = product("big", BIGGER);
  const alsoTried = tried(BIGGER, TWO_WEEKS, { id: "big" });

  it.each<
    [string, ProductDefinition, Happening[], number, readonly string[], readonly string[], number]
  >([
    [
      "canceled for its end costs nothing",
      later,
      [used(3, 170), stops(5), used(6, 40)],
      75,
      ...([[], ["free active"], 0] as const),
    ],
    [
      "canceled on its last millisecond costs nothing",
      later,
      [used(3, 170), stops(14 - MS)],
      75,
      ...([[], ["free active"], 0] as const),
    ],
    [
      "ended at once costs nothing, and credits nothing",
      later,
      [used(3, 170), stops(5, { cancel_immediately: true })],
      75,
      ...([[], ["free active"], 0] as const),
    ],
    [
      "canceled and renewed continues as if it had not been canceled",
      later,
      [used(3, 170), stops(5), buys(6, "tried"), used(20, 140)],
      75,
      ...([CONVERTED, ["tried active"], 0] as const),
    ],
    [
      "that a bigger one replaces is not billed any more",
      later,
      [used(3, 170), buys(5, "big"), used(20, 140)],
      35,
      ...([["04-06 5000 paid", "05-06 5200 paid"], ["big active"], 0] as const),
    ],
    [
      "that a bigger one on trial replaces leaves all use unbilled",
      alsoTried,
      [used(3, 170), buys(5, "big"), used(10, 170), used(25, 140)],
      49,
      ...([["04-20 5000 paid", "05-20 5200 paid"], ["big active"], 0] as const),
    ],
    [
      "that became paid bills its use at its end",
      later,
      [used(3, 170), used(20, 140), stops(21)],
      75,
      ...([["04-15 3000 paid", "05-15 200 paid"], ["free active"], 0] as const),
    ],
    [
      "that became paid bills its use when it is ended at once",
      later,
      [used(3, 170), used(20, 140), stops(20, { cancel_immediately: true })],
      75,
      ...([["04-15 3000 paid", "04-21 -2200 paid"], ["free active"], 2200] as const),
    ],
    [
      "that became paid bills its use when a bigger one replaces it",
      later,
      [used(3, 170), used(20, 140), buys(20, "big")],
      30,
      ...([["04-15 3000 paid", "04-21 1800 paid"], ["big active"], 0] as const),
    ],
  ])("%s", async (_, other, happenings, until, expected, subscriptions, credit) => {
    const t = await start([MONTHLY, other]);
    await live(t, happenings, until);
    expect(await billed(t)).toEqual(expected);
    expect([await heldBy(t), await creditOf(t)]).toEqual([subscriptions, credit]);
  });
});

describe("a trial that ends with a declined card", () => {
  it.each<[string, Happening[], number, readonly string[], readonly string[]]>([
    [
      "leaves the plan's price open, without the use of the trial",
      [used(15, 140)],
      16,
      ...([["04-15 3000 open"], ["tried past_due"]] as const),
    ],
    [
      "is paid by a later card, and use since is billed with the renewal",
      [used(15, 140), cardIs(16, "ok")],
      44,
      ...([["04-15 3000 paid", "05-15 3200 paid"], ["tried active"]] as const),
    ],
    [
      "writes off the use of the grace period together with the price",
      [used(15, 140)],
      22,
      ...([["04-15 3000 uncollectible", "04-22 200 uncollectible"], ["free active"]] as const),
    ],
    [
      "and is ended by its customer bills the use since, and no price",
      [used(15, 140), stops(16, { cancel_immediately: true })],
      16,
      ...([["04-15 3000 void", "04-17 200 open"], ["free active"]] as const),
    ],
    [
      "does not end a second time once it is paid",
      [cardIs(16, "ok"), stops(17)],
      75,
      ...([["04-15 3000 paid"], ["free active"]] as const),
    ],
  ])("%s", async (_, happenings, until, expected, subscriptions) => {
    const t = await start([MONTHLY]);
    await live(t, [used(3, 170), cardIs(4, "failsLater"), ...happenings], until);
    expect([await billed(t), await heldBy(t)]).toEqual([expected, subscriptions]);
    expect(await creditOf(t)).toBe(0);
  });
});

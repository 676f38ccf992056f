import { expect, it } from "vitest";
import { paysStill } from "../../../src/component/rules/invoices/lostPayment";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { PREPAID_CREDITS, price, product, utc } from "../fixtures";

const MAY = utc("2026-05-01");
const JUNE = utc("2026-06-01");
const BEFORE = JUNE - 1;
const YEARS = utc("2027-05-01");

const MONTHLY = [price(6, "month")];
const WITH_GRANT: ItemDefinition[] = [
  ...MONTHLY,
  { feature_id: "uploads", included_usage: 9, interval: "year" },
];
const YEAR_AND_PACKS = [price(60, "year"), PREPAID_CREDITS];
const ONCE = [price(12)];
const SETUP = [price(12), price(6, "month")];
const SEATS: ItemDefinition[] = [
  { feature_id: "seats", interval: "month", price: 9, usage_model: "prepaid" },
];

const plan = (items: ItemDefinition[]) => ({
  ...{ product: product("plan", items), anchor: MAY, starts_at: MAY },
});

it.each<[string, ItemDefinition[], number[], number, number, boolean]>([
  ["a month, in it", MONTHLY, [0], MAY, BEFORE, true],
  ["a month, at its end", MONTHLY, [0], MAY, JUNE, false],
  ["a month, of which a part was bought", MONTHLY, [0], utc("2026-05-20"), BEFORE, true],
  ["a month, of which a part was bought, later", MONTHLY, [0], utc("2026-05-20"), JUNE, false],
  ["the next month", MONTHLY, [0], JUNE, utc("2026-06-15"), true],
  ["a month of a plan with units for a year", WITH_GRANT, [0], MAY, JUNE, false],
  ["a year and packs of a month", YEAR_AND_PACKS, [0, 1], MAY, JUNE, true],
  ["packs of a month alone", YEAR_AND_PACKS, [1], MAY, JUNE, false],
  ["packs of a month alone, in it", YEAR_AND_PACKS, [1], MAY, BEFORE, false],
  ["a year, at its end", YEAR_AND_PACKS, [0, 1], MAY, YEARS, false],
  ["a use, in the month it was billed in", MONTHLY, [], MAY, BEFORE, false],
  ["seats, where nothing else has a price", SEATS, [0], MAY, BEFORE, true],
  ["seats, where nothing else has a price, later", SEATS, [0], MAY, JUNE, false],
  ["what is bought once", ONCE, [0], MAY, YEARS, true],
  ["a month, with what is paid once", SETUP, [0, 1], MAY, JUNE, false],
])("a payment for %s", (_, items, paid, created_at, now, expected) => {
  const lines = paid.map((item_index) => ({ item_index, minor: 600 }));
  const invoice = { lines, created_at, billing_reason: "subscription_cycle" as const };
  expect(paysStill(plan(items), invoice, now)).toBe(expected);
});

it.each<[string, ItemDefinition[], number, boolean]>([
  ["an upgrade to a plan", MONTHLY, MAY, true],
  ["more seats of a plan that was there", SEATS, utc("2026-05-20"), false],
  ["packs, in a cart with an add-on", MONTHLY, utc("2026-05-20"), false],
])("a payment for %s", (_, items, created_at, expected) => {
  const lines = [{ item_index: 0, minor: 600 }];
  const invoice = { lines, created_at, billing_reason: "subscription_update" as const };
  expect(paysStill(plan(items), invoice, BEFORE)).toBe(expected);
});

it("a payment for packs, while the plan itself is on trial and costs nothing", () => {
  const lines = [
    { item_index: 0, minor: 0 },
    { item_index: 1, minor: 400 },
  ];
  const invoice = { lines, created_at: MAY, billing_reason: "purchase" as const };
  expect(paysStill(plan([price(6, "month"), PREPAID_CREDITS]), invoice, BEFORE)).toBe(false);
});

import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import {
  moveReceipts,
  noteReceipts,
  paidAt,
  refundReceipts,
} from "../../../src/component/rules/invoices/receipts";
import type { Receipt } from "../../../src/component/rules/invoices/receipts";
import { PREPAID_CREDITS, price, product, utc } from "../fixtures";

const ANCHOR = utc("2026-11-01");
const MID_NOVEMBER = utc("2026-11-16");
const DECEMBER = utc("2026-12-01");
const SEATS: ItemDefinition = {
  feature_id: "seats",
  price: 10,
  interval: "month",
  usage_model: "pay_per_use",
};
/** Price, packs, a one-time price, seats, and a quarterly price. */
const PLAN = product("plan", [
  price(30, "month"),
  PREPAID_CREDITS,
  price(12),
  SEATS,
  price(90, "month", 3),
]);
const receipt = (item_index: number, over: Partial<Receipt> = {}): Receipt => ({
  item_index,
  period_end: DECEMBER,
  full_minor: 3000,
  left_minor: 3000,
  ...over,
});

describe("noteReceipts", () => {
  const note = (
    lines: { item_index?: number; minor: number }[],
    now = ANCHOR,
    before: Receipt[] = [],
  ) => noteReceipts(before, { product: PLAN, anchor: ANCHOR, lines, now });

  it.each<[string, { item_index?: number; minor: number }[], number, Receipt[]]>([
    [
      "a whole period",
      [{ item_index: 0, minor: 2400 }],
      ANCHOR,
      [receipt(0, { full_minor: 2400, left_minor: 2400 })],
    ],
    [
      "half a period, the whole at the same rate",
      [{ item_index: 0, minor: 1500 }],
      MID_NOVEMBER,
      [receipt(0, { full_minor: 3000, left_minor: 1500 })],
    ],
    [
      "a quarter with its own end",
      [{ item_index: 4, minor: 9000 }],
      ANCHOR,
      [receipt(4, { period_end: utc("2027-02-01"), full_minor: 9000, left_minor: 9000 })],
    ],
    [
      "a later period",
      [{ item_index: 0, minor: 3000 }],
      DECEMBER,
      [receipt(0, { period_end: utc("2027-01-01") })],
    ],
    [
      "an item that cost nothing",
      [{ item_index: 0, minor: 0 }],
      ANCHOR,
      [receipt(0, { full_minor: 0, left_minor: 0 })],
    ],
    ["nothing for a line without an item", [{ minor: 3000 }], ANCHOR, []],
    ["nothing for a deleted item", [{ item_index: 9, minor: 3000 }], ANCHOR, []],
    ["nothing for a one-time purchase", [{ item_index: 2, minor: 1200 }], ANCHOR, []],
  ])("records %s", (_what, lines, now, expected) => {
    expect(note(lines, now)).toEqual(expected);
  });

  it("replaces the receipt of the same item, and leaves the others", () => {
    const before = [receipt(0), receipt(1, { full_minor: 400, left_minor: 400 })];
    expect(note([{ item_index: 1, minor: 800 }], ANCHOR, before)).toEqual([
      receipt(0),
      receipt(1, { full_minor: 800, left_minor: 800 }),
    ]);
  });
});

describe("paidAt", () => {
  const NOTHING = { full: 0, left: 0 };
  const paid = (receipts: Receipt[] | undefined, now: number) => {
    const map = paidAt(receipts, PLAN, now);
    return map && Object.fromEntries(map);
  };
  const unpaid = { 0: NOTHING, 1: NOTHING, 2: NOTHING, 4: NOTHING };

  it.each<[string, Receipt[], number, object]>([
    ["nothing of unpaid items, and no entry for metered use", [], ANCHOR, unpaid],
    [
      "the paid amount and the rest of it",
      [receipt(0, { left_minor: 700 })],
      DECEMBER - 1,
      { ...unpaid, 0: { full: 3000, left: 700 } },
    ],
    ["nothing when the period is over", [receipt(0)], DECEMBER, unpaid],
    [
      "metered use by its receipt",
      [receipt(3)],
      ANCHOR,
      { ...unpaid, 3: { full: 3000, left: 3000 } },
    ],
    ["no metered use of a period that is over", [receipt(3)], DECEMBER, unpaid],
  ])("returns %s", (_what, receipts, now, expected) => {
    expect(paid(receipts, now)).toEqual(expected);
  });

  it("is unknown where nothing was recorded", () => {
    expect(paid(undefined, ANCHOR)).toBeUndefined();
  });
});

describe("refundReceipts", () => {
  type InvoiceLine = Parameters<typeof refundReceipts>[2]["lines"][number];
  const PRICE_LINE: InvoiceLine = { item_index: 0, feature_id: null };
  const packs = receipt(1, { full_minor: 400, left_minor: 400 });
  const back = (
    minor: number,
    lines: InvoiceLine[],
    created_at = ANCHOR,
    receipts = [receipt(0), packs],
  ) => {
    const taken = refundReceipts(
      receipts,
      { product: PLAN, anchor: ANCHOR },
      { lines, created_at },
      minor,
    );
    return [taken.receipts.map(({ left_minor }) => left_minor), taken.rest];
  };
  const both: InvoiceLine[] = [PRICE_LINE, { item_index: 1, feature_id: "credits" }];

  it.each<[string, number, InvoiceLine[], number, unknown]>([
    ["a part", 1000, [PRICE_LINE], ANCHOR, [[2000, 400], 0]],
    ["all", 3000, [PRICE_LINE], ANCHOR, [[0, 400], 0]],
    ["no more than there is", 3500, [PRICE_LINE], ANCHOR, [[0, 400], 500]],
    ["from several in turn", 3100, both, ANCHOR, [[0, 300], 0]],
    ["from both, and leaves the rest", 4000, both, ANCHOR, [[0, 0], 600]],
    [
      "by the feature, where a line names no item",
      100,
      [{ feature_id: "credits" }],
      ANCHOR,
      [[3000, 300], 0],
    ],
    [
      "nothing from another item",
      100,
      [{ item_index: 4, feature_id: null }],
      ANCHOR,
      [[3000, 400], 100],
    ],
    [
      "nothing for a line that names neither item nor feature",
      100,
      [{ feature_id: null }],
      ANCHOR,
      [[3000, 400], 100],
    ],
    ["nothing for another feature", 100, [{ feature_id: "seats" }], ANCHOR, [[3000, 400], 100]],
    ["for an invoice issued within the period", 100, [PRICE_LINE], MID_NOVEMBER, [[2900, 400], 0]],
    ["nothing for a period that is over", 100, [PRICE_LINE], ANCHOR - 1, [[3000, 400], 100]],
    ["nothing for a period to come", 100, [PRICE_LINE], DECEMBER, [[3000, 400], 100]],
  ])("deducts %s", (_what, minor, lines, at, expected) => {
    expect(back(minor, lines, at)).toEqual(expected);
  });

  it("deducts from a quarterly receipt by its own period", () => {
    const quarter = receipt(4, { period_end: utc("2027-02-01") });
    expect(back(100, [{ item_index: 4, feature_id: null }], DECEMBER, [quarter])).toEqual([
      [2900],
      0,
    ]);
  });

  it.each<[string, number]>([
    ["that was deleted", 9],
    ["that is paid once", 2],
  ])("deducts nothing for an item %s", (_what, index) => {
    const line = { item_index: index, feature_id: null };
    expect(back(100, [line], ANCHOR, [receipt(index)])).toEqual([[3000], 100]);
  });
});

describe("moveReceipts", () => {
  const monthly = price(30, "month");
  const yearly = price(300, "year");
  const quarterly = price(80, "month", 3);
  const grant: ItemDefinition = { feature_id: "credits", included_usage: 5, interval: "month" };
  const use: ItemDefinition = { ...PREPAID_CREDITS, usage_model: "pay_per_use" };
  const perSeat: ItemDefinition = { ...PREPAID_CREDITS, entity_feature_id: "seats" };
  const packsByYear: ItemDefinition = { ...PREPAID_CREDITS, interval: "year" };

  it.each<[string, ItemDefinition[], ItemDefinition[], number[]]>([
    ["to the same place", [monthly, PREPAID_CREDITS], [monthly, PREPAID_CREDITS], [0, 1]],
    ["along with their items", [monthly, PREPAID_CREDITS], [PREPAID_CREDITS, monthly], [1, 0]],
    ["at another price", [monthly], [price(50, "month")], [0]],
    ["not to another interval", [monthly, PREPAID_CREDITS], [yearly, PREPAID_CREDITS], [1]],
    ["not to another interval of the feature", [PREPAID_CREDITS], [packsByYear], []],
    [
      "not to another feature",
      [PREPAID_CREDITS],
      [{ ...PREPAID_CREDITS, feature_id: "boost" }],
      [],
    ],
    ["to the packs, not to the included units", [PREPAID_CREDITS], [grant, PREPAID_CREDITS], [1]],
    ["to the use, not to the packs", [use], [PREPAID_CREDITS, use], [1]],
    ["to the same count of months", [monthly, quarterly], [monthly, quarterly], [0, 1]],
    ["to a count of 1, explicit or not", [monthly], [price(30, "month", 1)], [0]],
    ["not from a shared grant to a per-seat one", [PREPAID_CREDITS], [perSeat], []],
    ["nowhere, where the item was deleted", [monthly, PREPAID_CREDITS], [PREPAID_CREDITS], [0]],
  ])("moves them %s", (_what, from, to, expected) => {
    const receipts = from.map((_item, index) => receipt(index, { left_minor: 7 }));
    const moved = moveReceipts(receipts, product("a", from), product("b", to));
    expect(moved).toEqual(expected.map((index) => receipt(index, { left_minor: 7 })));
  });

  it("drops the receipt of a deleted item", () => {
    const [from, to] = [product("a", []), product("b", [price(12)])];
    expect(moveReceipts([receipt(3)], from, to)).toEqual([]);
  });
});

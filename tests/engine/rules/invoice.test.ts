import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../convex/contract/wire";
import {
  invoiceNumber,
  isNothing,
  nextInvoiceStatus,
  splitPayment,
  totalOf,
} from "../../../convex/engine/rules/invoice";
import type { InvoiceEvent } from "../../../convex/engine/rules/invoice";
import { noteReceipts, paidAt } from "../../../convex/engine/rules/receipts";
import { CREATOR, price, product, utc } from "./catalogue";

const STATUSES: Invoice["status"][] = ["draft", "open", "paid", "void", "uncollectible"];
const EVENTS: InvoiceEvent[] = ["finalise", "pay", "void", "write_off"];

describe("an invoice's status", () => {
  it("moves as the table says, and nowhere else", () => {
    const moves = STATUSES.flatMap((status) =>
      EVENTS.flatMap((event) => {
        const next = nextInvoiceStatus(status, event);
        return next === null ? [] : [`${status} ${event}: ${next}`];
      }),
    );
    expect(moves).toEqual([
      "draft finalise: open",
      "draft void: void",
      "open pay: paid",
      "open void: void",
      "open write_off: uncollectible",
      "uncollectible pay: paid",
      "uncollectible void: void",
    ]);
  });
});

describe("paying an invoice", () => {
  it.each([
    [600, 0, 0, 600],
    [600, 250, 250, 350],
    [600, 600, 600, 0],
    [600, 900, 600, 0],
    [0, 250, 0, 0],
    [-400, 250, -400, 0],
  ])("of %i with credit %i takes %i from credit and %i by card", (due, credit, from, card) => {
    const { fromCredit, byCard } = splitPayment(due, credit);
    expect([fromCredit, byCard]).toEqual([from, card]);
  });

  it("never leaves credit below zero, nor takes more than is due (INV-35)", () => {
    const minor = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const credit = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(minor, credit, (due, has) => {
        const { fromCredit, byCard } = splitPayment(due, has);
        expect(fromCredit + byCard).toBe(due);
        expect(has - fromCredit).toBeGreaterThanOrEqual(0);
        expect(byCard).toBeGreaterThanOrEqual(0);
        expect(fromCredit).toBeLessThanOrEqual(Math.max(due, 0));
      }),
    );
  });
});

describe("an invoice's number", () => {
  it("counts from 0001, and grows when four digits are not enough", () => {
    expect(invoiceNumber("7KQ2M9XA", 1)).toBe("7KQ2M9XA-0001");
    expect(invoiceNumber("7KQ2M9XA", 12_345)).toBe("7KQ2M9XA-12345");
  });
});

describe("an invoice's lines", () => {
  it("sum to its total", () => {
    expect(totalOf([{ minor: -677 }, { minor: 1694 }])).toBe(1017);
    expect(totalOf([])).toBe(0);
  });

  it("are nothing at 0, unless a discount made them so", () => {
    expect(isNothing({ minor: 0 })).toBe(true);
    expect(isNothing({ minor: 0, discount_minor: 600 })).toBe(false);
    expect(isNothing({ minor: -1 })).toBe(false);
  });
});

describe("what was paid", () => {
  const plan = product("plan", [price(30, "month"), price(50), price(120, "year")]);
  const ANCHOR = utc("2026-11-01");
  const note = (lines: { item_index?: number; minor: number }[], now: number) =>
    noteReceipts([], { product: plan, anchor: ANCHOR, lines, now });

  it("is noted per item until its period ends; what is bought once is not", () => {
    const lines = [{ item_index: 0, minor: 2400 }, { item_index: 1, minor: 5000 }, { minor: 70 }];
    expect(note(lines, ANCHOR)).toEqual([
      { item_index: 0, period_end: utc("2026-12-01"), full_minor: 2400, left_minor: 2400 },
    ]);
  });

  it("for a part of a period counts as the whole at the same rate", () => {
    const [receipt] = note([{ item_index: 0, minor: 1000 }], utc("2026-11-21"));
    expect(receipt).toMatchObject({ full_minor: 3000, left_minor: 1000 });
  });

  it("is replaced by the next payment for the same item, and by no other", () => {
    const first = note(
      [
        { item_index: 0, minor: 3000 },
        { item_index: 2, minor: 12_000 },
      ],
      ANCHOR,
    );
    const renewal = { product: plan, anchor: ANCHOR, now: utc("2026-12-01") };
    const second = noteReceipts(first, { ...renewal, lines: [{ item_index: 0, minor: 2400 }] });
    expect(second).toMatchObject([
      { item_index: 0, period_end: utc("2027-01-01"), full_minor: 2400 },
      { item_index: 2, period_end: utc("2027-11-01"), full_minor: 12_000 },
    ]);
  });

  it("gives nothing back for a period that nobody paid for", () => {
    const receipts = note([{ item_index: 0, minor: 3000 }], ANCHOR);
    const nothing = { full: 0, left: 0 };
    expect(paidAt(receipts, plan, utc("2026-11-30"))?.get(0)).toEqual({ full: 3000, left: 3000 });
    expect(paidAt(receipts, plan, utc("2026-12-01"))?.get(0)).toEqual(nothing);
    expect(paidAt([], CREATOR, ANCHOR)?.get(0)).toEqual(nothing);
  });

  it("is unknown where nothing was ever noted, so list prices count", () => {
    expect(paidAt(undefined, plan, ANCHOR)).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPayment } from "../../../src/contract/splitPayment";
import type { Invoice } from "../../../src/contract/wire";
import {
  invoiceNumber,
  isNothing,
  nextInvoiceStatus,
  splitRefund,
  totalOf,
} from "../../../src/component/rules/invoices/invoice";
import type { InvoiceEvent } from "../../../src/component/rules/invoices/invoice";
import {
  noteReceipts,
  paidAt,
  refundReceipts,
} from "../../../src/component/rules/invoices/receipts";
import { CREATOR, price, product, utc } from "../fixtures";

const STATUSES: Invoice["status"][] = ["draft", "open", "paid", "void", "uncollectible"];
const EVENTS: InvoiceEvent[] = ["finalise", "pay", "void", "write_off"];

describe("an invoice's status", () => {
  it("changes as the table says, and in no other way", () => {
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

describe("credits of an invoice", () => {
  const paid = { status: "paid", total_minor: 600, amount_paid_minor: 350 } as const;
  const given = (minor: number, by_card_minor: number) => ({
    ...paid,
    refunds: [{ minor, by_card_minor, at: 0 }],
  });

  const credited = (minor: number) => ({ ...paid, lines: [{ minor: 600, credited_minor: minor }] });

  it.each([
    ["all of it", paid, 600, { minor: 600, by_card_minor: 350 }],
    ["less than the card paid", paid, 349, { minor: 349, by_card_minor: 349 }],
    ["more than the card paid", paid, 351, { minor: 351, by_card_minor: 350 }],
    ["a part and then the rest", given(200, 200), 600, { minor: 400, by_card_minor: 150 }],
    ["the refunded amount again", given(200, 200), 200, { minor: 0, by_card_minor: 0 }],
    ["the rest where the card refused", given(200, 0), 600, { minor: 400, by_card_minor: 350 }],
    ["more than was paid", paid, 601, "too_much"],
    ["less than was refunded", given(200, 200), 199, "too_little"],
    ["less than nothing", paid, -1, "too_little"],
    ["an open invoice", { ...paid, status: "open" }, 600, "unpaid"],
    ["an invoice that became credit", { ...paid, total_minor: -600 }, -600, "unpaid"],
    ["an invoice of 0", { ...paid, total_minor: 0 }, 0, "unpaid"],
    ["the part that was not credited", credited(500), 100, { minor: 100, by_card_minor: 100 }],
    ["more than the part that was not credited", credited(500), 101, "too_much"],
    ["a credited invoice", credited(600), 0, "credited"],
    [
      "less than its lines charged, where a credit paid a part",
      { ...paid, lines: [{ minor: 800, credited_minor: 100 }, { minor: -200 }] },
      600,
      { minor: 600, by_card_minor: 350 },
    ],
    [
      "the rest of lines that were credited",
      { ...paid, lines: [{ minor: 800, credited_minor: 700 }, { minor: -200 }] },
      101,
      "too_much",
    ],
  ] as const)("%s", (_, invoice, refundTotal, share) => {
    expect(splitRefund(invoice, refundTotal)).toEqual(share);
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

  it("are left out at 0, unless a discount made them so", () => {
    expect(isNothing({ minor: 0 })).toBe(true);
    expect(isNothing({ minor: 0, discount_minor: 600 })).toBe(false);
    expect(isNothing({ minor: -1 })).toBe(false);
  });
});

describe("receipts", () => {
  const plan = product("plan", [price(30, "month"), price(50), price(120, "year")]);
  const ANCHOR = utc("2026-11-01");
  const note = (lines: { item_index?: number; minor: number }[], now: number) =>
    noteReceipts([], { product: plan, anchor: ANCHOR, lines, now });

  it("record the payment of each item until its period ends, but not of one-time purchases", () => {
    const lines = [{ item_index: 0, minor: 2400 }, { item_index: 1, minor: 5000 }, { minor: 70 }];
    expect(note(lines, ANCHOR)).toEqual([
      { item_index: 0, period_end: utc("2026-12-01"), full_minor: 2400, left_minor: 2400 },
    ]);
  });

  it("for a part of a period count as the whole at the same rate", () => {
    const [receipt] = note([{ item_index: 0, minor: 1000 }], utc("2026-11-21"));
    expect(receipt).toMatchObject({ full_minor: 3000, left_minor: 1000 });
  });

  it("are replaced by the next payment for the same item, and by no other", () => {
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

  it("credit nothing for an unpaid period", () => {
    const receipts = note([{ item_index: 0, minor: 3000 }], ANCHOR);
    const nothing = { full: 0, left: 0 };
    expect(paidAt(receipts, plan, utc("2026-11-30"))?.get(0)).toEqual({ full: 3000, left: 3000 });
    expect(paidAt(receipts, plan, utc("2026-12-01"))?.get(0)).toEqual(nothing);
    expect(paidAt([], CREATOR, ANCHOR)?.get(0)).toEqual(nothing);
  });

  it("are reduced by credits of their invoice, and by no more than was paid", () => {
    const lines = [
      { item_index: 0, minor: 3000, feature_id: null },
      { item_index: 2, minor: 12_000, feature_id: null },
    ];
    const left = (created_at: number, minor: number, of = lines) => {
      const subscriptions = { product: plan, anchor: ANCHOR };
      const { receipts, rest } = refundReceipts(
        note(lines, ANCHOR),
        subscriptions,
        { lines: of, created_at },
        minor,
      );
      return [...receipts.map(({ left_minor }) => left_minor), rest];
    };
    expect(left(ANCHOR, 1000)).toEqual([2000, 12_000, 0]);
    expect(left(ANCHOR, 3500)).toEqual([0, 11_500, 0]);
    expect(left(ANCHOR, 16_000)).toEqual([0, 0, 1000]);
    expect(left(ANCHOR, 1000, lines.slice(1))).toEqual([3000, 11_000, 0]);
    // The period of an older invoice is over; that of a year is not.
    expect(left(ANCHOR - 1, 1000)).toEqual([3000, 12_000, 1000]);
    expect(left(utc("2026-12-01"), 1000)).toEqual([3000, 11_000, 0]);
  });

  it("are unknown where nothing was recorded, so list prices count", () => {
    expect(paidAt(undefined, plan, ANCHOR)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import type { PaidCharge, Refund } from "../../../src/component/rules/invoices/invoice";
import {
  creditLines,
  creditNoteNumber,
  leftOfLines,
  planRefund,
  splitProportionally,
} from "../../../src/component/rules/invoices/refund";

const INVOICE = {
  status: "paid" as const,
  total_minor: 900,
  amount_paid_minor: 600,
  lines: [{ minor: 600 }, { minor: 400 }, { minor: -100 }],
};
const FAILED = { minor: 600, by_card_minor: 600, at: 0, failed_at: 1 };
const of = (...lines: (readonly [line: number, minor: number])[]) => ({
  lines: lines.map(([line, minor]) => ({ line, minor })),
});

describe("a refund of lines", () => {
  it.each([
    ["of one line goes to the card", of([0, 500]), {}, { minor: 500, by_card_minor: 500 }],
    [
      "beyond the card becomes credit",
      of([0, 600], [1, 200]),
      {},
      { minor: 800, by_card_minor: 600 },
    ],
    [
      "after another, to the card as far as that left it",
      of([1, 400]),
      { refunds: [{ minor: 400, by_card_minor: 400, at: 0, ...of([0, 400]) }] },
      { minor: 400, by_card_minor: 200 },
    ],
    [
      "after one that failed, as if that was never made",
      of([0, 600]),
      { refunds: [FAILED] },
      { minor: 600, by_card_minor: 600 },
    ],
  ])("%s", (_, asked, over, share) => {
    expect(planRefund({ ...INVOICE, ...over }, asked)).toEqual({ ...share, ...asked });
  });

  it.each([
    ["more than the line", of([1, 401]), {}, "too_much"],
    [
      "more than the invoice, which a credit paid a part of",
      of([0, 600], [1, 301]),
      {},
      "too_much",
    ],
    [
      "more than is left of the line",
      of([0, 201]),
      { refunds: [{ minor: 400, by_card_minor: 400, at: 0, ...of([0, 400]) }] },
      "too_much",
    ],
    [
      "more than was not credited, though other lines are left",
      of([0, 101]),
      { lines: [{ minor: 600, credited_minor: 500 }, { minor: 400 }, { minor: -100 }] },
      "too_much",
    ],
    ["a line that is not there", of([3, 1]), {}, "bad_line"],
    ["a line that credits", of([2, 1]), {}, "too_much"],
    ["a line twice", of([0, 1], [0, 1]), {}, "bad_line"],
    ["nothing of a line", of([0, 0]), {}, "bad_line"],
    ["an open invoice", of([0, 1]), { status: "open" as const }, "unpaid"],
  ] as const)("is refused: %s", (_, asked, over, why) => {
    expect(planRefund({ ...INVOICE, ...over }, asked)).toBe(why);
  });

  it("as credit sends nothing to the card", () => {
    expect(planRefund(INVOICE, of([0, 600]), "credit")).toMatchObject({ by_card_minor: 0 });
  });
});

describe("a refund of the whole invoice", () => {
  it("is divided among its lines, to the cent", () => {
    const plan = planRefund(INVOICE, { refundTotal: 900 });
    expect(plan).toEqual({ minor: 900, by_card_minor: 600, ...of([0, 540], [1, 360]) });
  });

  it("counts for each line by its share", () => {
    const refunds = [{ minor: 100, by_card_minor: 100, at: 0 }];
    expect(leftOfLines({ ...INVOICE, refunds })).toEqual([540, 360, 0]);
  });
});

describe("a credit of some lines", () => {
  const credited = (minor: number, refunds: Refund[] = []) =>
    creditLines({ ...INVOICE, refunds }, minor, (line) => line.minor !== 400);

  it.each([
    ["is marked on them", credited(250), [250, undefined, undefined], 0],
    ["covers no more than they charge", credited(700), [600, undefined, undefined], 100],
    [
      "leaves what was refunded",
      credited(600, [{ minor: 450, by_card_minor: 0, at: 0, ...of([0, 450]) }]),
      [150, undefined, undefined],
      450,
    ],
  ])("%s", (_, { lines, rest }, marks, left) => {
    expect([lines.map(({ credited_minor }: PaidCharge) => credited_minor), rest]).toEqual([
      marks,
      left,
    ]);
  });

  it("adds up", () => {
    const first = credited(250);
    const second = creditLines({ ...INVOICE, lines: first.lines }, 400, () => true);
    expect([second.lines, second.rest]).toEqual([
      [{ minor: 600, credited_minor: 600 }, { minor: 400, credited_minor: 50 }, { minor: -100 }],
      0,
    ]);
    expect(leftOfLines(second)).toEqual([0, 350, 0]);
  });
});

describe("an amount that is divided", () => {
  it.each([
    [100, [300, 600], [33, 67]],
    [1, [500, 500], [1]],
    [7, [1, 1, 1], [1, 1, 1]],
    [0, [5], []],
    [5, [0, 0], []],
  ])("%i of %j", (minor, parts, shares) => {
    expect(splitProportionally(minor, parts).map((share) => share.minor)).toEqual(shares);
  });
});

describe("a credit note's number", () => {
  it("is in a series of its own", () => {
    expect(creditNoteNumber("7KQ2M9XA", 1)).toBe("CN-7KQ2M9XA-0001");
    expect(creditNoteNumber("7KQ2M9XA", 12_345)).toBe("CN-7KQ2M9XA-12345");
  });
});

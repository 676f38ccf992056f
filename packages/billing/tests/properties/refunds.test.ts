import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditedOf, refundable } from "../../src/component/rules/invoices/invoice";
import type { PaidCharge, Refund } from "../../src/component/rules/invoices/invoice";
import {
  creditLines,
  leftOfLines,
  leftToRefund,
  planRefund,
  splitProportionally,
} from "../../src/component/rules/invoices/refund";
import { always } from "./arbitraries";

const anyAmount = fc.integer({ min: 1, max: 1_000_000 });
const anyInvoice = fc
  .record({
    charges: fc.array(anyAmount, { minLength: 1, maxLength: 6 }),
    credit: fc.integer({ min: 0, max: 500_000 }),
    byCard: fc.double({ min: 0, max: 1, noNaN: true }),
    credited: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ charges, credit, byCard, credited }) => {
    const charged = [...charges, -credit].map((minor): PaidCharge => ({ minor }));
    const total_minor = charged.reduce((sum, { minor }) => sum + minor, 0);
    const amount_paid_minor = Math.floor(Math.max(total_minor, 0) * byCard);
    const credit_minor = Math.floor(Math.max(total_minor, 0) * credited);
    const { lines } = creditLines({ lines: charged }, credit_minor, () => true);
    return { status: "paid" as const, lines, total_minor, amount_paid_minor };
  });
const anyAsk = fc.record({
  whole: fc.boolean(),
  line: fc.integer({ min: 0, max: 6 }),
  minor: fc.integer({ min: -5, max: 1_000_000 }),
  to: fc.constantFrom("card" as const, "credit" as const),
  /** Which refund the card refuses later, counted from the newest. */
  fails: fc.option(fc.integer({ min: 0, max: 3 })),
});

describe("any refunds of one invoice, of which some fail later", () => {
  it("never exceed what was paid and not credited, nor a line, nor the card's part", () => {
    always(fc.tuple(anyInvoice, fc.array(anyAsk, { maxLength: 8 })), ([invoice, asks]) => {
      let refunds: Refund[] = [];
      for (const { whole, line, minor, to, fails } of asks) {
        const now = { ...invoice, refunds };
        const asked = whole ? { refundTotal: refundable(now) } : { lines: [{ line, minor }] };
        const plan = planRefund(now, asked, to);
        if (typeof plan !== "string" && plan.minor > 0) {
          expect(plan.lines.reduce((sum, share) => sum + share.minor, 0)).toBe(plan.minor);
          refunds = [...refunds, { ...plan, at: 0 }];
        }
        const index = fails === null ? -1 : refunds.length - 1 - fails;
        refunds = refunds.map((row, i) => (i === index ? { ...row, failed_at: 1 } : row));

        const made = refunds.filter((row) => row.failed_at === undefined);
        const sum = made.reduce((all, row) => all + row.minor, 0);
        const after = { ...invoice, refunds };
        const charged = invoice.lines.reduce((all, one) => all + Math.max(one.minor, 0), 0);
        expect(sum).toBeLessThanOrEqual(charged - creditedOf(invoice.lines));
        expect(sum + leftToRefund(after)).toBeLessThanOrEqual(Math.max(invoice.total_minor, 0));
        expect(made.reduce((all, row) => all + row.by_card_minor, 0)).toBeLessThanOrEqual(
          invoice.amount_paid_minor,
        );
        for (const left of leftOfLines(after)) expect(left).toBeGreaterThanOrEqual(0);
      }
      // A refund that failed is as if it was never asked for.
      const kept = refunds.filter((row) => row.failed_at === undefined);
      expect(leftToRefund({ ...invoice, refunds })).toBe(
        leftToRefund({ ...invoice, refunds: kept }),
      );
    });
  });
});

describe("any amount", () => {
  it("is divided without loss, and no share is larger than its part", () => {
    const anyParts = fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 8 });
    always(fc.tuple(fc.integer({ min: 0, max: 1e12 }), anyParts), ([minor, parts]) => {
      const shares = splitProportionally(minor, parts);
      const total = parts.reduce((sum, part) => sum + part, 0);
      expect(shares.reduce((sum, share) => sum + share.minor, 0)).toBe(Math.min(minor, total));
      for (const share of shares) expect(share.minor).toBeLessThanOrEqual(parts[share.line] ?? 0);
    });
  });
});

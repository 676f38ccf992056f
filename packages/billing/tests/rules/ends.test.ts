import { describe, expect, it } from "vitest";
import { ENDS } from "../../src/component/rules/ends";
import type { EndEvent } from "../../src/component/rules/ends";

const endsWhere = (is: (row: (typeof ENDS)[EndEvent]) => boolean) =>
  Object.entries(ENDS).flatMap(([event, row]) => (is(row) ? [event] : []));

describe("the table of ends", () => {
  it.each<[string, Parameters<typeof endsWhere>[0], EndEvent[]]>([
    ["owe an unpaid renewal no longer", (row) => row.unpaidRenewal === "void", ["cancel_now"]],
    ["leave an unpaid renewal open", (row) => row.unpaidRenewal === "kept", ["replaced"]],
    [
      "bill the last use",
      (row) => row.finalBill === "all",
      ["cancel_now", "end_reached", "grace_exhausted"],
    ],
    ["bill nothing", (row) => row.finalBill === "nothing", ["replaced"]],
    [
      "have had their last attempt to charge",
      (row) => !row.retriesFinalInvoice,
      ["grace_exhausted"],
    ],
    ["are cancellations of the customer", (row) => row.emitsCanceled, ["cancel_now"]],
    [
      "are followed at the end of the period",
      (row) => row.succession === "at_period_end",
      ["end_reached", "first_payment_failed"],
    ],
  ])("says which ends %s", (_what, is, events) => {
    expect(endsWhere(is)).toEqual(events);
  });
});

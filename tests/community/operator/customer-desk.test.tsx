import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { loadTranslation, showTranslation } from "../../../src/language/translation";
import { answerOperator, ofAda, region, show } from "./operator-answers";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

beforeEach(answerOperator);

describe("a customer's page", () => {
  it("shows plans, balances, invoices, and the timeline with names and reasons", async () => {
    const { container } = show(ofAda);
    expect(region("Plans").getByText(/on trial until Apr 2, 2025/)).toBeTruthy();
    expect(region("Balances").getByText("40 left, 60 used")).toBeTruthy();
    expect(region("Invoices").getByText("$6.00")).toBeTruthy();
    const rows = region("Timeline").getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent.replace(/^.*?[AP]M/, ""))).toEqual([
      "Refunded $0.10 of invoice A-0001 by @olgaReason: A day was lost",
      "Refunded $0.10, credit note CN-1 by @olga",
      "Used: −60 Credits",
      "Invoice A-0001: $6.00, paid, $0.10 refunded",
      "The payment of $6.00 for invoice A-0001 failedYour card was declined.",
    ]);
    await expectAccessible(container);
  });

  it("is read in German", async () => {
    showTranslation(await loadTranslation("de"));
    try {
      show(ofAda);
      expect(region("Verlauf").getByText(/0,10.*erstattet, Gutschrift CN-1/)).toBeTruthy();
    } finally {
      showTranslation(null);
    }
  });
});

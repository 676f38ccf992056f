import { describe, expect, it } from "vitest";
import { outcomeOfCharge, readCard } from "../../src/component/payments/sandbox/cards";

const NOW = Date.UTC(2025, 3, 15);
const form = { expMonth: 12, expYear: 2030, cvc: "123" };

describe("readCard", () => {
  it.each([
    ["4242424242424242", "ok", "ok"],
    ["4242 4242 4242 4242", "ok", "ok"],
    ["4000000000000341", "ok", "card_declined"],
    ["4000000000000002", "card_declined", null],
    ["4000000000009995", "insufficient_funds", null],
    ["4000000000000069", "expired_card", null],
    ["4000000000000127", "incorrect_cvc", null],
    ["4000000000000119", "processing_error", null],
    ["4000002500003155", "ok", "ok"],
    ["4000000000003220", "ok", "authenticate_once"],
    ["4000000000003063", "ok", "authenticate"],
    ["4111111111111111", "invalid", null],
    ["5555555555554444", "invalid", null],
    ["", "invalid", null],
  ])("accepts %j with %s, and its later charge with %s", (number, saved, charged) => {
    const result = readCard({ ...form, number }, NOW);
    expect(result.ok ? "ok" : result.reason).toBe(saved);
    if (result.ok) expect(outcomeOfCharge(result.card.last4)).toBe(charged);
  });

  it("returns brand, last four digits and expiry, and nothing else", () => {
    expect(readCard({ ...form, number: "4242-4242-4242-4242" }, NOW)).toEqual({
      ok: true,
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
      needsApproval: false,
    });
  });

  it("requires approval before saving for one card only", () => {
    const read = (number: string) => readCard({ ...form, number }, NOW);
    expect(read("4000002500003155")).toMatchObject({ needsApproval: true });
    expect(read("4000000000003063")).toMatchObject({ needsApproval: false });
  });

  it.each([
    [4, 2025, "ok"],
    [3, 2025, "invalid"],
    [13, 2030, "invalid"],
    [0, 2030, "invalid"],
    [1.5, 2030, "invalid"],
    [12, 30, "invalid"],
  ])("accepts an expiry of %d/%d as %s in April 2025", (expMonth, expYear, expected) => {
    const result = readCard({ number: "4242424242424242", expMonth, expYear, cvc: "123" }, NOW);
    expect(result.ok ? "ok" : result.reason).toBe(expected);
  });

  it.each(["", "12", "12345", "abc"])("refuses the security code %j", (cvc) => {
    expect(readCard({ ...form, number: "4242424242424242", cvc }, NOW)).toMatchObject({
      reason: "invalid",
    });
  });
});

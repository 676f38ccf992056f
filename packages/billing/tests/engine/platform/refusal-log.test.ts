import { beforeEach, describe, expect, it, vi } from "vitest";
import { logRefusal } from "../../../src/component/platform/refusalLog";
import { fail, ok } from "../../../src/contract/errors";
import { runOperation } from "../../../src/component/callOperation";
import { startEngine } from "../harness";
import { contextOf } from "../processors";
import { api } from "../../../src/component/_generated/api";

const ADA = { operation: "attach", customer: "user_ada" };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.spyOn(console, "warn").mockReturnValue();
});
const lines = () =>
  vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);

describe("logRefusal", () => {
  it("writes operation, customer and code of a refusal in one line, and returns the refusal", () => {
    const refused = fail("payment_failed", "Declined", 402);
    expect(logRefusal(ADA, refused)).toBe(refused);
    expect(lines()).toEqual([
      { event: "refused", ...ADA, code: "payment_failed", status: 402, message: "Declined" },
    ]);
  });

  it("writes nothing for a success", () => {
    logRefusal(ADA, ok(null));
    expect(lines()).toEqual([]);
  });

  it("is called for every operation", async () => {
    const params = { customer_id: "ada", code: "NOSUCH" };
    await runOperation(contextOf(await startEngine()), api, "redeemReferralCode", params);
    expect(lines()).toMatchObject([
      { operation: "redeemReferralCode", customer: "ada", code: "customer_not_found" },
    ]);
  });
});

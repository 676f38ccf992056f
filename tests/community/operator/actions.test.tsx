import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { showToast } from "../../../src/shared/toasts";
import { fakeConvex } from "../fake-convex";
import {
  APRIL_1,
  CUSTOMER,
  JOB,
  answerOperator,
  ofAda,
  press,
  region,
  show,
  stick,
  type,
} from "./operator-answers";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

beforeEach(answerOperator);

describe("an action asks once", () => {
  it("to refund a part: amount, reason, and one request however often it is pressed", async () => {
    fakeConvex.answers["operators/actions:refund"] = () => new Promise<never>(() => undefined);
    show(ofAda);
    await userEvent.click(region("Invoices").getByRole("button", { name: "Refund" }));
    const dialog = await screen.findByRole("dialog", { name: "Refund invoice A-0001" });
    expect(dialog.textContent).toContain("$6.00 was charged, $0.10 was refunded before");
    await type("Amount", "2,20");
    expect(screen.getByRole("button", { name: "Refund $2.20" }).hasAttribute("disabled")).toBe(
      true,
    );
    await type("Reason", "A day was lost");
    await expectAccessible(dialog);
    await press("Refund $2.20");
    await press("Refund $2.20");
    expect(fakeConvex.argsOf("operators/actions:refund")).toEqual([
      {
        ...{ customerId: "user_ada", reason: "A day was lost", invoice: "A-0001" },
        ...{ refundTotal: 2.3, to: "card", key: expect.stringMatching(/^[\w-]{36}$/) as string },
      },
    ]);
  });

  it.each(["0", "5.91", "1.005", "-1", "x", ""])("and refunds no amount like %j", async (typed) => {
    show(ofAda);
    await userEvent.click(region("Invoices").getByRole("button", { name: "Refund" }));
    const field = await screen.findByLabelText("Amount");
    await userEvent.clear(field);
    if (typed !== "") await userEvent.type(field, typed);
    await type("Reason", "Why not");
    expect(screen.getByText("An amount up to $5.90")).toBeTruthy();
    const commits = screen.getAllByRole("button", { name: "Refund" });
    expect(commits.at(-1)?.hasAttribute("disabled")).toBe(true);
  });

  it("again after a refusal, with the same key", async () => {
    fakeConvex.answers["operators/actions:refund"] = fail("invalid_inputs", "Too much", 400);
    show(ofAda);
    await userEvent.click(region("Invoices").getByRole("button", { name: "Refund" }));
    await screen.findByRole("dialog");
    await type("Reason", "A day was lost");
    await press("Refund $5.90");
    await press("Refund $5.90");
    const keys = fakeConvex
      .argsOf("operators/actions:refund")
      .map((args) => (args as { key: string }).key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  it("to retry a payment, and says what came of it", async () => {
    const outcome = {
      invoice: "A-0002",
      outcome: "declined" as const,
      message: "Your card was declined.",
    };
    fakeConvex.answers["operators/actions:retryPayment"] = ok(outcome);
    show();
    await press("Retry now");
    await screen.findByRole("dialog", { name: "Retry the payment" });
    await type("Reason", "They asked");
    await press("Charge $6.00");
    expect(fakeConvex.argsOf("operators/actions:retryPayment")).toMatchObject([
      { customerId: "user_ada", invoice: "A-0002", reason: "They asked" },
    ]);
    expect(showToast).toHaveBeenCalledWith("error", {
      title: "Invoice A-0002 is still open",
      detail: "Your card was declined.",
    });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("to settle a payment of another amount", async () => {
    const error = "pi_1: 1 usd instead of 6 usd";
    const mismatch = { kind: "settle_charge" as const, about: "charge_1", error };
    stick({ ...JOB, ...mismatch, next_attempt_at: null, dismissible: true });
    fakeConvex.answers["operators/actions:dismissJob"] = ok({ ...mismatch, job: "job_1" });
    show();
    expect(screen.getByText("No automatic retries. You decide what happens.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try now" })).toBeNull();
    await press("Mark as settled");
    await screen.findByRole("dialog", { name: "Mark as settled" });
    await type("Reason", "It was sent back");
    await press("Settle payment");
    expect(fakeConvex.argsOf("operators/actions:dismissJob")).toMatchObject([
      { job: "job_1", reason: "It was sent back" },
    ]);
    expect(showToast).toHaveBeenCalledWith("success", { title: "The payment counts as declined" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("to grant units", async () => {
    const done = { feature_id: "credits", units: 25, balance: 65 };
    fakeConvex.answers["operators/actions:grantUnits"] = ok(done);
    show(ofAda);
    await press("Grant units");
    const dialog = await screen.findByRole("dialog", { name: "Grant units" });
    expect(dialog.textContent).toContain(
      "40 are left of Credits. What you grant comes on top, until the reset on Apr 1, 2025.",
    );
    await type("How many", "25");
    await type("Reason", "A day was lost");
    await press("Grant 25");
    expect(fakeConvex.argsOf("operators/actions:grantUnits")).toMatchObject([
      { featureId: "credits", units: 25 },
    ]);
  });

  it.each([
    ["pro", "Pro", { productId: "pro", days: 30 }, "for 30 days for nothing"],
    ["badge", "Badge", { productId: "badge" }, "for nothing, for good"],
  ])("to grant the product %s", async (id, name, args, words) => {
    fakeConvex.answers["operators/actions:grantProduct"] = ok({ product_id: id, ends_at: null });
    show(ofAda);
    await press("Grant a product");
    await screen.findByRole("dialog", { name: "Grant a product" });
    await userEvent.selectOptions(screen.getByLabelText("Product"), id);
    expect(screen.getByRole("dialog").textContent).toContain(words);
    await type("Reason", "A prize");
    await press(`Grant ${name}`);
    const [asked] = fakeConvex.argsOf("operators/actions:grantProduct");
    expect(asked).toMatchObject(args);
    expect("days" in (asked as object)).toBe("days" in args);
  });

  it("to extend a trial", async () => {
    const done = { product_id: "pro", from: APRIL_1, to: APRIL_1 };
    fakeConvex.answers["operators/actions:extendTrial"] = ok(done);
    show(ofAda);
    await press("Extend the trial");
    const dialog = await screen.findByRole("dialog");
    await type("Days to add", "10");
    expect(dialog.textContent).toContain("It ends on Apr 12, 2025 instead of Apr 2, 2025");
    await type("Reason", "They were ill");
    await press("Extend");
    expect(fakeConvex.argsOf("operators/actions:extendTrial")).toMatchObject([
      { productId: "pro", days: 10 },
    ]);
  });

  it("to suspend, and to reinstate who is suspended", async () => {
    fakeConvex.answers["operators/actions:suspend"] = ok(null);
    fakeConvex.answers["operators/actions:reinstate"] = ok(null);
    show(ofAda);
    await press("Suspend");
    await screen.findByRole("dialog", { name: "Suspend @ada" });
    await type("Reason", "Copied works");
    await userEvent.click(screen.getAllByRole("button", { name: "Suspend" }).at(-1) as Element);
    expect(fakeConvex.argsOf("operators/actions:suspend")).toMatchObject([
      { customerId: "user_ada", reason: "Copied works" },
    ]);
    await act(async () => await Promise.resolve());
    fakeConvex.answers["operators/functions:customer"] = ok({
      customer: CUSTOMER,
      member: { username: "ada", suspendedFor: "Copied works" },
    });
    show(ofAda);
    expect(screen.getByText("Copied works")).toBeTruthy();
    await press("Reinstate");
    await screen.findByRole("dialog", { name: "Reinstate @ada" });
    await type("Reason", "A mistake");
    await userEvent.click(screen.getAllByRole("button", { name: "Reinstate" }).at(-1) as Element);
    expect(fakeConvex.argsOf("operators/actions:reinstate")).toHaveLength(1);
  });
});

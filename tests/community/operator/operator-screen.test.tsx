import { act, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import type { InvoiceDetail, TimelineEntry } from "../../../packages/billing/src/contract";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { OperatorScreen } from "../../../src/community/operator/operator-screen";
import { loadTranslation, showTranslation } from "../../../src/language/translation";
import { showToast } from "../../../src/shared/toasts";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

const APRIL_1 = Date.UTC(2025, 3, 1, 12);
const ADA = { customer_id: "user_ada", name: "ada", email: "ada@example.com" };
const none = ok({ list: [], next_cursor: null });

const INVOICE: InvoiceDetail = {
  ...{ product_ids: ["creator"], stripe_id: "inv1", status: "paid", total: 6, currency: "usd" },
  ...{ amount_refunded: 0.1, created_at: APRIL_1, hosted_invoice_url: null, number: "A-0001" },
  lines: [{ line: 0, description: "Creator", amount: 6, refundable: 5.9 }],
  refundable: 5.9,
};

const FEATURE = {
  ...{ id: "credits", name: "Credits", type: "single_use" as const, interval: "month" as const },
  ...{ interval_count: 1, unlimited: false, balance: 40, usage: 60, included_usage: 100 },
  ...{ next_reset_at: APRIL_1, overage_allowed: false },
};
const CUSTOMER = {
  ...{ id: "user_ada", created_at: APRIL_1, name: "ada", email: "ada@example.com" },
  ...{ fingerprint: null, stripe_id: null, env: "sandbox" as const, metadata: {} },
  products: [
    {
      ...{ id: "pro", name: "Pro", group: "main", status: "active" as const, canceled_at: null },
      ...{ started_at: APRIL_1, is_default: false, is_add_on: false, version: 1, quantity: 1 },
      ...{ trial_ends_at: APRIL_1 + 86_400_000, items: [] },
    },
  ],
  features: { credits: FEATURE },
  payment_method: null,
};

const by = { actor: "operator" as const, name: "olga" };
const TIMELINE: TimelineEntry[] = [
  {
    ...{ id: "1", at: APRIL_1 },
    kind: "operator",
    what: {
      ...{ action: "refund", name: "olga", reason: "A day was lost" },
      details: { refunded: 0.1, currency: "usd", invoice: "A-0001" },
    },
  },
  {
    ...{ id: "2", at: APRIL_1 },
    kind: "money",
    what: {
      ...{ cause: "refund", credit_note: "CN-1", refunded: 0.1, by_card: 0.1, as_credit: 0 },
      ...{ currency: "usd", by },
    },
  },
  {
    ...{ id: "3", at: APRIL_1 },
    kind: "balance",
    what: {
      ...{ id: "3", feature_id: "credits", balance_id: "b", account: "balance", amount: -60 },
      ...{ cause: "use", cause_id: "e", actor: "caller", at: APRIL_1 },
    },
  },
  {
    ...{ id: "4", at: APRIL_1 },
    kind: "invoice",
    what: INVOICE,
  },
  {
    ...{ id: "5", at: APRIL_1 },
    kind: "event",
    what: {
      type: "invoice.failed",
      details: {
        ...{ invoice: "A-0001", total: 6, currency: "usd" },
        reason: "Your card was declined.",
      },
    },
  },
];

beforeEach(() => {
  vi.mocked(showToast).mockClear();
  fakeConvex.reset({
    "operators/functions:mine": { name: "olga" },
    "operators/functions:failedPayments": ok({
      list: [
        {
          ...{ ...ADA, invoice: "A-0002", product_ids: ["creator"], total: 6, currency: "usd" },
          ...{ created_at: APRIL_1, reason: "Your card was declined.", failed_at: APRIL_1 },
          retry_at: null,
        },
      ],
      next_cursor: "7",
    }),
    "operators/functions:openDisputes": ok({
      list: [
        {
          ...{ ...ADA, dispute: "dp_1", invoice: null, amount: 6, currency: "usd" },
          ...{ reason: "fraudulent", opened_at: APRIL_1 },
        },
      ],
      next_cursor: null,
    }),
    "operators/functions:stuckJobs": none,
    "operators/functions:failedMails": none,
    "operators/functions:find": ok([ADA]),
    "operators/functions:customer": ok({
      customer: CUSTOMER,
      member: { username: "ada", suspendedFor: null },
    }),
    "operators/functions:invoices": ok({ list: [INVOICE], next_cursor: null }),
    "operators/functions:timeline": ok({ list: TIMELINE, next_cursor: null }),
    "operators/functions:grantable": ok([
      { product_id: "pro", name: "Pro", stays: false },
      { product_id: "badge", name: "Badge", stays: true },
    ]),
  });
});

const show = (path = "/operator") => renderAt(path, <OperatorScreen />, { identity: INES });
const ofAda = "/operator?customer=user_ada";
const press = async (name: string | RegExp) =>
  await userEvent.click(screen.getByRole("button", { name }));
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const region = (name: string) => {
  const section = screen.getByRole("heading", { name }).closest("section");
  if (!section) throw new Error(`${name} is no section`);
  return within(section);
};

describe("the operators' page", () => {
  it("is the ordinary “not found” for everyone else", () => {
    fakeConvex.answers["operators/functions:mine"] = null;
    show();
    expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
    expect([...fakeConvex.asked.keys()]).toEqual(["operators/functions:mine"]);
  });

  it("lists what waits, with the amounts and reasons, and leads to the customer", async () => {
    const { container } = show();
    const failed = region("Failed payments");
    expect(failed.getByText("$6.00")).toBeTruthy();
    expect(failed.getByText(/Your card was declined/)).toBeTruthy();
    expect(region("Open disputes").getByText(/fraudulent/)).toBeTruthy();
    expect(screen.getByText("No mail was given up.")).toBeTruthy();
    const [link] = screen.getAllByRole("link", { name: "ada" });
    expect(link?.getAttribute("href")).toBe("/operator?customer=user_ada");
    await expectAccessible(container);
  });

  it("names a deleted customer whom the payment service still knows, without a link", () => {
    const message = "StripeRateLimitError: Slow down.";
    const gone = { customer_id: "user_eve", name: null, email: null, event: null };
    const job = { ...gone, message, failures: 3, next_try_at: APRIL_1 };
    fakeConvex.answers["operators/functions:stuckJobs"] = ({ kind }) =>
      kind === "account" ? ok({ list: [job], next_cursor: null }) : none;
    show();
    const jobs = region("Deleted customers whom the payment service still knows");
    expect(jobs.getByText("user_eve")).toBeTruthy();
    expect(jobs.queryByRole("link")).toBeNull();
    expect(jobs.getByText(/3 failures, next try Apr 1, 2025/)).toBeTruthy();
    expect(jobs.getByText(message)).toBeTruthy();
    expect(screen.getByText("Every event was handled.")).toBeTruthy();
  });

  it("names a report that fails, of a customer who is not known", () => {
    const unknown = { customer_id: "", name: null, email: null, failures: 5 };
    const event = "charge.dispute.created evt_1";
    const job = { ...unknown, event, message: "No rights.", next_try_at: APRIL_1 };
    fakeConvex.answers["operators/functions:stuckJobs"] = ({ kind }) =>
      kind === "report" ? ok({ list: [job], next_cursor: null }) : none;
    show();
    const jobs = region("Reports that could not be followed up");
    expect([jobs.getByText(event), jobs.getByText("No rights.")]).toHaveLength(2);
    expect(jobs.queryByRole("link")).toBeNull();
  });

  it("turns pages, there and back", async () => {
    show();
    const failed = region("Failed payments");
    await userEvent.click(failed.getByRole("button", { name: "Older" }));
    expect(fakeConvex.asked.get("operators/functions:failedPayments")).toEqual({ cursor: "7" });
    await userEvent.click(failed.getByRole("button", { name: "Newer" }));
    expect(fakeConvex.asked.get("operators/functions:failedPayments")).toEqual({ cursor: null });
  });

  it("finds a customer with the keyboard alone", async () => {
    show();
    await userEvent.type(screen.getByRole("searchbox"), " @ada {Enter}");
    expect(fakeConvex.asked.get("operators/functions:find")).toEqual({ text: "@ada" });
    expect(await screen.findByText("user_ada")).toBeTruthy();
    fakeConvex.answers["operators/functions:find"] = ok([]);
    const field = screen.getByRole("searchbox");
    await userEvent.clear(field);
    await userEvent.type(field, "eve{Enter}");
    expect(await screen.findByText("No customer is called “eve”.")).toBeTruthy();
  });

  it("says when there is no such customer", () => {
    fakeConvex.answers["operators/functions:customer"] = fail("customer_not_found", "No", 404);
    show("/operator?customer=eve");
    expect(screen.getByText("No customer is called “eve”.")).toBeTruthy();
  });
});

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
        ...{ inAll: 2.3, to: "card", key: expect.stringMatching(/^[\w-]{36}$/) as string },
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
    const job = {
      ...{ ...ADA, event: null, failures: 1, next_try_at: APRIL_1 },
      ...{ message: "pi_1: 1 usd instead of 6 usd", mismatched_charge: "charge_1" },
    };
    fakeConvex.answers["operators/functions:stuckJobs"] = ({ kind }) =>
      kind === "charge" ? ok({ list: [job], next_cursor: null }) : none;
    const done = { charge: "charge_1", mismatch: job.message };
    fakeConvex.answers["operators/actions:dismissMismatch"] = ok(done);
    show();
    expect(screen.queryByText(/next try/)).toBeNull();
    await press("Mark as settled");
    await screen.findByRole("dialog", { name: "Mark as settled" });
    await type("Reason", "It was sent back");
    await press("It is settled");
    expect(fakeConvex.argsOf("operators/actions:dismissMismatch")).toMatchObject([
      { customerId: "user_ada", charge: "charge_1", reason: "It was sent back" },
    ]);
    expect(showToast).toHaveBeenCalledWith("success", { title: "It counts as declined" });
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

import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import type {
  InvoiceDetail,
  StuckJob,
  TimelineEntry,
} from "../../../packages/billing/src/contract";
import { OperatorScreen } from "../../../src/community/operator/operator-screen";
import { showToast } from "../../../src/shared/toasts";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

export const APRIL_1 = Date.UTC(2025, 3, 1, 12);
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
export const CUSTOMER = {
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

/** The deployment's responses to olga, unless a test replaces them. */
export function answerOperator(): void {
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
    "operators/reports:open": none,
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
}

/** Ada's customer, as in the list. */
export const JOB: StuckJob = {
  ...ADA,
  ...{ job: "job_1", kind: "process_due", about: null, error: "No rights.", attempts: 3 },
  ...{ next_attempt_at: APRIL_1, dismissible: false },
};

/** The only stuck job there is. */
export function stick(job: StuckJob): void {
  fakeConvex.answers["operators/functions:stuckJobs"] = ok({ list: [job], next_cursor: null });
}

export const show = (path = "/operator") => renderAt(path, <OperatorScreen />, { identity: INES });
export const ofAda = "/operator?customer=user_ada";
export const press = async (name: string | RegExp) =>
  await userEvent.click(screen.getByRole("button", { name }));
export const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
export const region = (name: string) => {
  const section = screen.getByRole("heading", { name }).closest("section");
  if (!section) throw new Error(`${name} is no section`);
  return within(section);
};

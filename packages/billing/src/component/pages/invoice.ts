import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import { nullable, vInvoice } from "../../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { documentOf, shownLines, vDocument } from "../documents/document";
import type { PrintedDocument } from "../documents/document";
import { ensureCurrentCustomerById } from "../operations/customers/customers";
import { payOpenInvoice } from "../operations/renewal/debt";
import { toMajor } from "../rules/money/money";
import { readSeller, vSeller } from "../store/hostSettings";
import { currentProcessor } from "../payments/current";
import { refuseOutsideSandbox } from "../platform/mode";
import { approvalUrl } from "../payments/charges/cards";
import { latestTry } from "../payments/charges/requests";
import { dropChallenge, findChallenge } from "../payments/sandbox/challenges";
import { findInvoice } from "../payments/invoiceLinks";

/** The content of an invoice's page. Amounts in major units. */
const vInvoicePage = v.object({
  number: v.union(v.string(), v.null()),
  status: vInvoice.fields.status,
  seller: v.union(vSeller, v.null()),
  billed_to: v.union(v.string(), v.null()),
  created_at: v.number(),
  lines: v.array(v.object({ description: v.string(), amount: v.number() })),
  total: v.number(),
  currency: v.string(),
  from_credit: v.number(),
  paid_by_card: v.number(),
  refunds: v.array(
    v.object({
      amount: v.number(),
      as_credit: v.number(),
      at: v.number(),
      /** Null: it is older than credit notes. */
      credit_note: v.union(v.string(), v.null()),
    }),
  ),
  /** Whether test cards pay it. */
  is_sandbox: v.boolean(),
  /** Whether the customer has to approve the charge on this page. */
  awaits_approval: v.boolean(),
  /** Where a processor elsewhere has the charge approved; null: nothing waits there. */
  approval_url: nullable(v.string()),
  /** Whether a charge has no response yet. */
  is_pending: v.boolean(),
  /** Why a processor elsewhere did not charge; null: it did, or was not asked. */
  declined: nullable(v.string()),
});
export type InvoicePage = Infer<typeof vInvoicePage>;

const NO_PAGE = fail("not_found", "There is no such page", 404);

export const readInvoice = internalQuery({
  args: { token: v.string(), now: v.number() },
  returns: vResult(vInvoicePage),
  handler: async (ctx, { token, now }): Promise<Result<InvoicePage>> => {
    const invoice = await invoiceOf(ctx, token, now);
    if ("error" in invoice) return invoice;
    const { currency, lines, credit_minor = 0, amount_paid_minor = 0, refunds = [] } = invoice;
    const customer = await ctx.db.get("customers", invoice.customer);
    return ok({
      number: invoice.number ?? null,
      status: invoice.status,
      seller: await readSeller(ctx),
      billed_to: customer && (customer.name ?? customer.email),
      created_at: invoice.created_at,
      lines: shownLines(lines, currency),
      total: toMajor(invoice.total_minor, currency),
      currency,
      from_credit: toMajor(credit_minor, currency),
      paid_by_card: toMajor(amount_paid_minor, currency),
      refunds: refunds
        .filter(({ failed_at }) => failed_at === undefined)
        .map(({ minor, by_card_minor, at, credit_note = null }) => ({
          amount: toMajor(minor, currency),
          as_credit: toMajor(minor - by_card_minor, currency),
          at,
          credit_note,
        })),
      ...(await paymentOf(ctx, invoice)),
    });
  },
});

/** How far the payment of an invoice is. */
async function paymentOf(ctx: QueryCtx, { key }: Doc<"invoices">) {
  const asked = await latestTry(ctx, key);
  return {
    is_sandbox: isSandbox(),
    awaits_approval: (await findChallenge(ctx, key)) !== null,
    approval_url: asked?.state === "requires_action" ? approvalUrl(asked) : null,
    is_pending: asked?.state === "open",
    declined: asked?.state === "declined" ? asked.message : null,
  };
}

/** The content of the PDF of an invoice, or of one of its credit notes. */
export const readDocument = internalQuery({
  args: { token: v.string(), number: v.string(), now: v.number() },
  returns: vResult(vDocument),
  handler: async (ctx, { token, number, now }): Promise<Result<PrintedDocument>> => {
    const invoice = await invoiceOf(ctx, token, now);
    if ("error" in invoice) return invoice;
    const document = await documentOf(ctx, invoice, number);
    return document ? ok(document) : NO_PAGE;
  },
});

/** Outcomes of a charge that is still in progress: the page shows its state. */
const GOES_ON: ReadonlySet<string> = new Set(["authentication_required", "payment_pending"]);

/**
 * Pays the invoice with the default card; `approve` is the customer's approval.
 *
 * @returns The charge whose outcome a remote processor has to report; null if it is
 *   known.
 */
export const payInvoice = internalMutation({
  args: { token: v.string(), approve: v.boolean() },
  returns: vResult(nullable(v.id("charges"))),
  handler: async (ctx, { token, approve }): Promise<Result<Id<"charges"> | null>> => {
    const invoice = await invoiceOf(ctx, token, Date.now());
    if ("error" in invoice) return invoice;
    const challenge = approve ? await findChallenge(ctx, invoice.key) : null;
    if (challenge) await ctx.db.patch("challenges", challenge._id, { approved: true });
    const customerState = await ensureCurrentCustomerById(ctx, invoice.customer, null);
    const refusal = await payOpenInvoice(ctx, customerState, invoice._id);
    if (refusal && !GOES_ON.has(refusal.error.code)) return refusal;
    const asked = await latestTry(ctx, invoice.key);
    return ok(asked?.state === "open" ? asked._id : null);
  },
});

/** The customer does not approve: the invoice stays open. */
export const refusePayment = internalMutation({
  args: { token: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { token }): Promise<Result<null>> => {
    const invoice = await invoiceOf(ctx, token, Date.now());
    if ("error" in invoice) return invoice;
    if (!isSandbox()) return NO_PAGE;
    await dropChallenge(ctx, invoice.key);
    return fail("payment_failed", "The payment was not approved", 402);
  },
});

async function invoiceOf(
  ctx: QueryCtx,
  token: string,
  now: number,
): Promise<Doc<"invoices"> | Failure> {
  if (!currentProcessor()) return refuseOutsideSandbox() ?? NO_PAGE;
  return (await findInvoice(ctx, token, now)) ?? NO_PAGE;
}

function isSandbox(): boolean {
  return currentProcessor()?.kind === "inline";
}

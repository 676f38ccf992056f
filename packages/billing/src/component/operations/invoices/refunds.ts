import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ensureCurrentCustomer } from "../customers/customers";
import { findCustomer } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { creditedOf, refundable, refundedOf } from "../../rules/invoices/invoice";
import { toMajor, toMinor } from "../../rules/money/money";
import { planRefund } from "../../rules/invoices/refund";
import type { LineShare, RefusedRefund } from "../../rules/invoices/refund";
import { formatMoney } from "../../rules/text";
import { serializeCreditNote } from "../../store/invoices/creditNotes";
import type { Actor } from "../../../contract/operatorResponses";
import { makeRefund } from "./makeRefund";

const MAX_REASON = 500;
/** Major units: more than any invoice has, and exact in minor units of every currency. */
const MAX_AMOUNT = 1_000_000_000;

/** The total refund of an invoice, in major units. */
const vRefunded = v.object({
  invoice: v.string(),
  /** The sum of the next two. */
  refunded: v.number(),
  by_card: v.number(),
  as_credit: v.number(),
  currency: v.string(),
});
type Refunded = Infer<typeof vRefunded>;

/**
 * Refunds a paid invoice, for operators: the card's part to the card, the rest as
 * credit. Subscriptions do not change; `cancel` ends them.
 *
 * @returns Failures: `customer_not_found`; `not_found` for an invoice of another
 *   customer; `invalid_request` where nothing was paid, or all of it was refunded;
 *   `invalid_inputs` for more than can be refunded, or less than was refunded
 *   before; `payments_not_configured`.
 */
export const refund = internalMutation({
  args: {
    customerId: v.string(),
    /** Its number, or the `stripe_id` that it has in lists. */
    invoice: v.string(),
    /**
     * The refund in all, in major units: asked twice, it is refunded once. Default:
     * all that is left to refund.
     */
    amount: v.optional(v.number()),
    /** `credit`: all of it becomes credit. Default: the card's part goes to the card. */
    to: v.optional(v.union(v.literal("card"), v.literal("credit"))),
    reason: v.optional(v.string()),
  },
  returns: vResult(vRefunded),
  handler: async (ctx, asked) => {
    const refunded = await refundInAll(ctx, asked, { actor: "operator" });
    return "error" in refunded ? refunded : ok(serializeRefunds(refunded.invoice));
  },
});

/**
 * Refunds an invoice up to a total.
 *
 * @param asked - `amount`: the total in major units. Absent: everything that can be
 *   refunded.
 * @returns The invoice after the refund, and the new credit note; null if earlier
 *   refunds already reached the total. Failures as those of {@link refund}.
 */
export async function refundInAll(
  ctx: MutationCtx,
  { customerId, invoice: name, amount, to, reason }: InAll,
  actor: Actor,
): Promise<Failure | { invoice: Doc<"invoices">; note: Doc<"creditNotes"> | null }> {
  const found = await findInvoiceOf(ctx, customerId, name);
  if ("error" in found) return found;
  const { customerState, invoice } = found;
  if (amount !== undefined && !isAmount(amount)) return refuseRefund(invoice, "too_much");
  const refundTotal =
    amount === undefined ? refundable(invoice) : toMinor(amount, invoice.currency);
  const plan = planRefund(invoice, { refundTotal }, to);
  if (typeof plan === "string") return refuseRefund(invoice, plan);
  if (plan.minor === 0) return { invoice, note: null };
  const note = await makeRefund(ctx, customerState, invoice, plan, { reason, actor });
  if ("error" in note) return note;
  return { invoice: (await ctx.db.get("invoices", invoice._id)) ?? invoice, note };
}

interface InAll {
  customerId: string;
  invoice: string;
  amount?: number;
  to?: "card" | "credit";
  reason?: string;
}

/**
 * Refunds lines of an invoice, or all that is left of it, with a credit note.
 *
 * Failures as those of {@link refund}.
 */
export async function createRefund(
  ctx: MutationCtx,
  params: WireParams<"createRefund">,
  actor: Actor = { actor: "caller" },
): Promise<OperationResult<"createRefund">> {
  const { customer_id: customerId, invoice: name, lines, to, reason } = params;
  if (reason !== undefined && reason.length > MAX_REASON) {
    return fail("invalid_inputs", `reason must be at most ${MAX_REASON} characters`);
  }
  const found = await findInvoiceOf(ctx, customerId, name);
  if ("error" in found) return found;
  const { customerState, invoice } = found;
  const shares = lines && readShares(lines, invoice.currency);
  if (shares === null) return refuseRefund(invoice, "bad_line");
  const asked = shares ? { lines: shares } : { refundTotal: refundable(invoice) };
  const plan = planRefund(invoice, asked, to);
  if (typeof plan === "string") return refuseRefund(invoice, plan);
  if (plan.minor === 0) return refuseRefund(invoice, shares ? "bad_line" : "nothing_left");
  const made = await makeRefund(ctx, customerState, invoice, plan, { reason, actor });
  return "error" in made ? made : ok(await serializeCreditNote(ctx, made));
}

function isAmount(amount: number): boolean {
  return Math.abs(amount) <= MAX_AMOUNT;
}

/** @returns Null: an amount is no number, or more than there is. */
function readShares(
  lines: readonly { line: number; amount: number }[],
  currency: string,
): LineShare[] | null {
  if (!lines.every(({ amount }) => isAmount(amount))) return null;
  return lines.map(({ line, amount }) => ({ line, minor: toMinor(amount, currency) }));
}

/** A customer and one of their invoices, by its number or id. */
export async function findInvoiceOf(
  ctx: MutationCtx,
  customerId: string,
  name: string,
): Promise<Failure | { customerState: CustomerState; invoice: Doc<"invoices"> }> {
  if (!(await findCustomer(ctx, customerId))) {
    return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  }
  const customerState = await ensureCurrentCustomer(ctx, { customerId });
  const invoice = await findNamed(ctx, name);
  if (invoice?.customer !== customerState.customer._id) {
    return fail("not_found", `Customer ${customerId} has no invoice ${name}`, 404);
  }
  return { customerState, invoice };
}

async function findNamed(ctx: QueryCtx, name: string): Promise<Doc<"invoices"> | null> {
  const id = ctx.db.normalizeId("invoices", name);
  if (id) return await ctx.db.get("invoices", id);
  return await ctx.db
    .query("invoices")
    .withIndex("by_number", (q) => q.eq("number", name))
    .unique();
}

function refuseRefund(invoice: Doc<"invoices">, why: RefusedRefund | "nothing_left"): Failure {
  const { number = "", currency, total_minor, lines, refunds } = invoice;
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency);
  switch (why) {
    case "unpaid":
      return fail("invalid_request", `Nothing was paid on invoice ${number}`);
    case "credited":
      return fail("invalid_request", `All of invoice ${number} was given as credit already`);
    case "nothing_left":
      return fail("invalid_request", `All of invoice ${number} was refunded already`);
    case "bad_line":
      return fail("invalid_inputs", `lines: each names a line of ${number} once, and an amount`);
    case "too_much": {
      const paid = `Only ${money(total_minor)} was paid on invoice ${number}`;
      const credited = creditedOf(lines);
      const most = `${money(refundable(invoice))} of invoice ${number} can be given back: ${money(credited)} became credit`;
      return fail("invalid_inputs", credited > 0 ? most : paid);
    }
    case "too_little": {
      const given = money(refundedOf(refunds).minor);
      return fail("invalid_inputs", `${given} of invoice ${number} was given back already`);
    }
  }
}

function serializeRefunds({ number = "", currency, refunds }: Doc<"invoices">): Refunded {
  const { minor, by_card_minor } = refundedOf(refunds);
  return {
    invoice: number,
    refunded: toMajor(minor, currency),
    by_card: toMajor(by_card_minor, currency),
    as_credit: toMajor(minor - by_card_minor, currency),
    currency,
  };
}

import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { requestRefund } from "../../payments/remote/requests";
import { commit } from "../../store/commit";
import { openCustomer, openHolder } from "../customers/customers";
import { findCustomer, subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { refundable, refundedOf, splitRefund } from "../../rules/invoice";
import { toMajor, toMinor } from "../../rules/money";
import { refundReceipts } from "../../rules/receipts";
import { formatMoney } from "../../rules/text";
import { addCredit } from "./invoices";
import { findInvoice } from "./issuing";

type Split = ReturnType<typeof splitRefund>;
type Refunds = NonNullable<Doc<"invoices">["refunds"]>;

/** What is refunded of an invoice in all, in major units. */
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
 * Refunds a paid invoice, for operators: to the card what the card paid, the rest
 * as credit. Subscriptions stay as they are; `cancel` ends them.
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
  },
  returns: vResult(vRefunded),
  handler: async (ctx, { customerId, invoice: name, amount }): Promise<Result<Refunded>> => {
    if (!(await findCustomer(ctx, customerId))) {
      return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    }
    const customerState = await openCustomer(ctx, { customerId });
    const invoice = await findNamed(ctx, name);
    if (invoice?.customer !== customerState.customer._id) {
      return fail("not_found", `Customer ${customerId} has no invoice ${name}`, 404);
    }
    const { currency, refunds: before = [] } = invoice;
    const inAll = amount === undefined ? refundable(invoice) : toMinor(amount, currency);
    const share = splitRefund(invoice, inAll);
    if (typeof share === "string") return refuseRefund(invoice, share);
    if (share.minor === 0) return ok(serializeRefunds(invoice, before));
    const refusal = await payBack(ctx, invoice, share);
    if (refusal) return refusal;
    const refunds = [...before, { ...share, at: customerState.now }];
    await ctx.db.patch("invoices", invoice._id, { refunds });
    await takeBackReceipts(ctx, customerState, invoice, share.minor);
    await commit(ctx, customerState);
    return ok(serializeRefunds(invoice, refunds));
  },
});

/** The card accepts no refund any more: its share becomes credit instead. */
export async function creditInstead(
  ctx: MutationCtx,
  { customer, key, minor }: Doc<"charges">,
): Promise<CustomerState> {
  const customerState = await openHolder(ctx, customer);
  const invoice = await findInvoice(ctx, key);
  const refunds = [...(invoice?.refunds ?? [])];
  const same = refunds.findLastIndex((row) => row.by_card_minor === minor);
  // A refund of two charges has a request for each.
  const index = same >= 0 ? same : refunds.findLastIndex((row) => row.by_card_minor > minor);
  const row = refunds[index];
  if (!invoice || !row) throw new Error(`Nothing of ${key} was to go back to a card`);
  refunds[index] = { ...row, by_card_minor: row.by_card_minor - minor };
  await ctx.db.patch("invoices", invoice._id, { refunds });
  await addCredit(ctx, customer, minor);
  return await commit(ctx, customerState);
}

/** @returns Why the card refund failed; null: all of it is refunded, or pending. */
async function payBack(
  ctx: MutationCtx,
  { customer, currency, key }: Doc<"invoices">,
  { minor, by_card_minor: byCard }: Exclude<Split, string>,
): Promise<Failure | null> {
  let rest = minor - byCard;
  if (byCard > 0) {
    const processor = currentProcessor();
    const request = { customer, minor: byCard, currency, key };
    if (!processor) return NOT_CONFIGURED;
    if (processor.kind === "inline") await processor.refund(ctx, request);
    else rest += await requestRefund(ctx, request);
  }
  if (rest > 0) await addCredit(ctx, customer, rest);
  return null;
}

/** A refunded amount is not credited again when the plan changes. */
async function takeBackReceipts(
  ctx: MutationCtx,
  { subscriptions }: CustomerState,
  invoice: Doc<"invoices">,
  minor: number,
): Promise<void> {
  const sold = subscriptions.filter(({ product }) => invoice.product_ids.includes(product.id));
  const renewed = sold.filter(({ id }) => id === invoice.subscription);
  let left = minor;
  for (const row of renewed.length > 0 ? renewed : sold) {
    const { receipts: paid, rest } = refundReceipts(row.paid ?? [], row, invoice, left);
    if (rest < left) await ctx.db.patch("subscriptions", subscriptionId(row), { paid });
    left = rest;
  }
}

async function findNamed(ctx: QueryCtx, name: string): Promise<Doc<"invoices"> | null> {
  const id = ctx.db.normalizeId("invoices", name);
  if (id) return await ctx.db.get("invoices", id);
  return await ctx.db
    .query("invoices")
    .withIndex("by_number", (q) => q.eq("number", name))
    .unique();
}

function refuseRefund(invoice: Doc<"invoices">, why: Extract<Split, string>): Failure {
  const { number = "", currency, total_minor, credited_minor = 0, refunds } = invoice;
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency);
  switch (why) {
    case "unpaid":
      return fail("invalid_request", `Nothing was paid on invoice ${number}`);
    case "credited":
      return fail("invalid_request", `All of invoice ${number} was given as credit already`);
    case "too_much": {
      const paid = `${money(total_minor)} was paid on invoice ${number}, no more`;
      const most = `${money(refundable(invoice))} of invoice ${number} can be given back: ${money(credited_minor)} became credit`;
      return fail("invalid_inputs", credited_minor > 0 ? most : paid);
    }
    case "too_little": {
      const given = money(refundedOf(refunds).minor);
      return fail("invalid_inputs", `${given} of invoice ${number} was given back already`);
    }
  }
}

function serializeRefunds({ number = "", currency }: Doc<"invoices">, refunds: Refunds): Refunded {
  const { minor, by_card_minor } = refundedOf(refunds);
  return {
    invoice: number,
    refunded: toMajor(minor, currency),
    by_card: toMajor(by_card_minor, currency),
    as_credit: toMajor(minor - by_card_minor, currency),
    currency,
  };
}

const NOT_CONFIGURED = fail(
  "payments_not_configured",
  "Nothing can go back by card: no payment processor is set up",
);

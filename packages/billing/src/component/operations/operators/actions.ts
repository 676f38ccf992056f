import { v } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import {
  vDismissedMismatch,
  vExtendedTrial,
  vGrantedProduct,
  vGrantedUnits,
  vMadeRefund,
  vOperatorDetails,
  vRetriedPayment,
} from "../../../contract/operatorResponses";
import type { OperatorDetails } from "../../../contract/operatorResponses";
import { mutation } from "../../_generated/server";
import { dismiss } from "../../payments/remote/mismatches";
import { refundInAll } from "../invoices/refunds";
import { toMajor } from "../../rules/money";
import { ACT_ARGS, act } from "./act";
import { addUnits, giveFor } from "./grants";
import { retryInvoice } from "./retry";
import { lengthenTrial } from "./trials";

/**
 * What operators do to a customer: each once for its key, and in the books with the
 * operator's name and reason, in one transaction.
 */

/**
 * Refunds a paid invoice: to the card what the card paid, the rest as credit.
 *
 * @param args - `inAll`: what is refunded of the invoice in all, in major units.
 *   Absent: all that can be. `to`: `credit` sends nothing to the card.
 * @returns This refund. Failures: those of `refund`; `invalid_request` when the
 *   invoice has that refund already.
 */
export const refund = mutation({
  args: {
    ...ACT_ARGS,
    invoice: v.string(),
    inAll: v.optional(v.number()),
    to: v.optional(v.union(v.literal("card"), v.literal("credit"))),
  },
  returns: vResult(vMadeRefund),
  handler: async (ctx, args): Promise<Result<typeof vMadeRefund.type>> =>
    await act(ctx, "refund", args, async (by): Promise<Result<typeof vMadeRefund.type>> => {
      const { customerId, invoice, inAll: amount, to, reason } = args;
      const asked = { customerId, invoice, reason, ...(amount !== undefined && { amount }) };
      const made = await refundInAll(ctx, { ...asked, ...(to && { to }) }, by);
      if ("error" in made) return made;
      const { note } = made;
      if (!note) return fail("invalid_request", "That much of the invoice was refunded already");
      const major = (minor: number) => toMajor(minor, note.currency);
      return ok({
        ...{ invoice: made.invoice.number ?? "", credit_note: note.number },
        refunded: major(note.total_minor),
        by_card: major(note.by_card_minor),
        as_credit: major(note.total_minor - note.by_card_minor),
        currency: note.currency,
      });
    }),
});

/** Adds units to a balance that the customer has; `invalid_inputs` where they have none. */
export const grantUnits = mutation({
  args: { ...ACT_ARGS, featureId: v.string(), units: v.number() },
  returns: vResult(vGrantedUnits),
  handler: async (ctx, args): Promise<Result<typeof vGrantedUnits.type>> =>
    await act(ctx, "grant_units", args, async (by) => await addUnits(ctx, args, by)),
});

/**
 * Gives a product for nothing.
 *
 * @param args - `days`: how long a recurring product runs, 1 to 366. Absent for one
 *   that is bought once, or is free.
 * @returns Failures: `product_not_found`; `product_already_attached`, also where the
 *   customer pays for a plan in its place; `invalid_inputs`.
 */
export const grantProduct = mutation({
  args: { ...ACT_ARGS, productId: v.string(), days: v.optional(v.number()) },
  returns: vResult(vGrantedProduct),
  handler: async (ctx, args): Promise<Result<typeof vGrantedProduct.type>> =>
    await act(ctx, "grant_product", args, async (by) => await giveFor(ctx, args, by)),
});

/**
 * Lets a running trial end later.
 *
 * @param args - `days`: how many are added, 1 to 366.
 * @returns Failures: `invalid_request` without such a trial; `invalid_inputs`.
 */
export const extendTrial = mutation({
  args: { ...ACT_ARGS, productId: v.string(), days: v.number() },
  returns: vResult(vExtendedTrial),
  handler: async (ctx, args): Promise<Result<typeof vExtendedTrial.type>> =>
    await act(ctx, "extend_trial", args, async (by) => await lengthenTrial(ctx, args, by)),
});

/** Charges an open invoice now, with the card that is saved. A declined charge is an outcome. */
export const retryPayment = mutation({
  args: { ...ACT_ARGS, invoice: v.string() },
  returns: vResult(vRetriedPayment),
  handler: async (ctx, args): Promise<Result<typeof vRetriedPayment.type>> =>
    await act(ctx, "retry_payment", args, async () => await retryInvoice(ctx, args)),
});

/**
 * Lets a charge or refund that moved another amount than was asked for count as declined. The
 * processor is not asked: what it moved is settled there first.
 */
export const dismissMismatch = mutation({
  args: { ...ACT_ARGS, charge: v.string() },
  returns: vResult(vDismissedMismatch),
  handler: async (ctx, args): Promise<Result<typeof vDismissedMismatch.type>> =>
    await act(ctx, "dismiss_mismatch", args, async () => await dismiss(ctx, args)),
});

/**
 * Enters in the books what the host does itself, such as suspending an account.
 *
 * @param args - `action`: the host's own word for it.
 * @returns `is_new`: false for a repeated request. Then the host does nothing, as it is
 *   not entered again.
 */
export const record = mutation({
  args: { ...ACT_ARGS, action: v.string(), details: vOperatorDetails },
  returns: vResult(v.object({ is_new: v.boolean() })),
  handler: async (ctx, { action, ...args }): Promise<Result<{ is_new: boolean }>> => {
    let isNew = false;
    const done = await act<OperatorDetails>(ctx, action, args, async () => {
      isNew = true;
      return await Promise.resolve(ok(args.details));
    });
    return done.error ? done : ok({ is_new: isNew });
  },
});

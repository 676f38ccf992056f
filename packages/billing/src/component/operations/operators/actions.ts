import { v } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import {
  vExtendedTrial,
  vGrantedProduct,
  vGrantedUnits,
  vMadeRefund,
  vOperatorDetails,
  vRetriedPayment,
} from "../../../contract/operatorResponses";
import type { OperatorDetails } from "../../../contract/operatorResponses";
import { mutation } from "../../_generated/server";
import { refundInAll } from "../invoices/refunds";
import { toMajor } from "../../rules/money/money";
import { ACT_ARGS, act } from "./act";
import { addUnits, grantForDays } from "./grants";
import { retryInvoice } from "./retry";
import { lengthenTrial } from "./trials";

/**
 * The actions of operators on a customer. Each runs once for its key, and records the
 * operator's name and reason in the timeline, in one transaction.
 */

/**
 * Refunds a paid invoice: to the card what the card paid, the rest as credit.
 *
 * @param args - `refundTotal`: the total refund of the invoice, in major units.
 *   Absent: everything that can be refunded. `to`: `credit` sends nothing to the card.
 * @returns This refund. Failures: those of `refund`; `invalid_request` when the
 *   invoice has that refund already.
 */
export const refund = mutation({
  args: {
    ...ACT_ARGS,
    invoice: v.string(),
    refundTotal: v.optional(v.number()),
    to: v.optional(v.union(v.literal("card"), v.literal("credit"))),
  },
  returns: vResult(vMadeRefund),
  handler: async (ctx, args): Promise<Result<typeof vMadeRefund.type>> =>
    await act(ctx, "refund", args, async (actor): Promise<Result<typeof vMadeRefund.type>> => {
      const { customerId, invoice, refundTotal: amount, to, reason } = args;
      const asked = { customerId, invoice, reason, ...(amount !== undefined && { amount }) };
      const made = await refundInAll(ctx, { ...asked, ...(to && { to }) }, actor);
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
    await act(ctx, "grant_units", args, async (actor) => await addUnits(ctx, args, actor)),
});

/**
 * Grants a product without charge.
 *
 * @param args - `days`: how long a recurring product runs, 1 to 366. Absent for a
 *   one-time or free product.
 * @returns Failures: `product_not_found`; `product_already_attached`, also if the
 *   customer pays for a plan in its place; `invalid_inputs`.
 */
export const grantProduct = mutation({
  args: { ...ACT_ARGS, productId: v.string(), days: v.optional(v.number()) },
  returns: vResult(vGrantedProduct),
  handler: async (ctx, args): Promise<Result<typeof vGrantedProduct.type>> =>
    await act(ctx, "grant_product", args, async (actor) => await grantForDays(ctx, args, actor)),
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
    await act(ctx, "extend_trial", args, async (actor) => await lengthenTrial(ctx, args, actor)),
});

/** Charges an open invoice now, with the card that is saved. A declined charge is an outcome. */
export const retryPayment = mutation({
  args: { ...ACT_ARGS, invoice: v.string() },
  returns: vResult(vRetriedPayment),
  handler: async (ctx, args): Promise<Result<typeof vRetriedPayment.type>> =>
    await act(ctx, "retry_payment", args, async () => await retryInvoice(ctx, args)),
});

/**
 * Records an action of the host's own code in the timeline, such as suspending an
 * account.
 *
 * @param args - `action`: the host's name for it.
 * @returns `is_new`: false for a repeated request. The host must not act then,
 *   because the action is not recorded again.
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

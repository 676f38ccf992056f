import { v } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import { isId } from "../../../contract/ids";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { closePortals } from "../../payments/sessions";
import { nowFor } from "../../platform/clock";
import { refuseIfRemote } from "../../hostedProvider/refuseIfRemote";
import { saveRevision } from "../../store/saveRevision";
import { findCustomer, loadCustomerState } from "../../store/customers/customerState";
import { bindIdentity, findIdentity } from "../../store/customers/identities";
import { deleteCustomer } from "./customerList";
import { renameCustomer } from "./rename";

/**
 * Moves a customer with everything it has to another identity, or to an id that the
 * host's `identify` names. What the target has bought is never overwritten; a target
 * that has only default products is deleted.
 *
 * @param args - Exactly one of `toTokenIdentifier` (`issuer|subject`) and
 *   `toCustomerId`. The customer's own id: from now on, the host names it.
 * @returns Failures: `customer_not_found`; `duplicate_customer_id` when the target
 *   has purchases; `invalid_inputs`; `remote_provider`.
 * @see docs/adr/0131
 */
export const move = internalMutation({
  args: {
    customerId: v.string(),
    toTokenIdentifier: v.optional(v.string()),
    toCustomerId: v.optional(v.string()),
  },
  returns: vResult(v.object({ customerId: v.string() })),
  handler: async (ctx, { customerId, ...to }): Promise<Result<{ customerId: string }>> => {
    const remote = refuseIfRemote();
    if (remote) return remote;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const { toTokenIdentifier, toCustomerId } = to;
    if ((toTokenIdentifier === undefined) === (toCustomerId === undefined)) {
      return fail("invalid_inputs", "Pass exactly one of toTokenIdentifier and toCustomerId");
    }
    const moved =
      toTokenIdentifier === undefined
        ? await moveToId(ctx, customer, toCustomerId ?? "")
        : await moveToIdentity(ctx, customer, toTokenIdentifier);
    if (moved) return moved;
    // Those who lost the customer keep no page of it.
    await closePortals(ctx, customer._id);
    const row = await findCustomer(ctx, toCustomerId ?? customerId);
    if (!row) throw new Error(`Customer ${customerId} vanished while it was moved`);
    await saveRevision(ctx, await loadCustomerState(ctx, row, nowFor(row)));
    return ok({ customerId: row.customer_id });
  },
});

async function moveToIdentity(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  tokenIdentifier: string,
): Promise<Failure | null> {
  if (!/^.+\|.+$/s.test(tokenIdentifier)) {
    return fail("invalid_inputs", "toTokenIdentifier: must be an issuer, | and a subject");
  }
  const bound = await findIdentity(ctx, tokenIdentifier);
  const refusal = bound && (await deleteUnusedTarget(ctx, customer, bound.customerId));
  if (refusal) return refusal;
  await bindIdentity(ctx, { customerId: customer.customer_id, tokenIdentifier });
  return null;
}

async function moveToId(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  to: string,
): Promise<Failure | null> {
  if (!isId(to)) {
    return fail("invalid_inputs", "toCustomerId: must be 1 to 128 letters, digits or _-:.");
  }
  const refusal = await deleteUnusedTarget(ctx, customer, to);
  if (refusal) return refusal;
  if (to !== customer.customer_id) await renameCustomer(ctx, customer, to);
  await bindIdentity(ctx, { customerId: to });
  return null;
}

/** Deletes the customer in whose place another one moves, unless it has bought something. */
async function deleteUnusedTarget(
  ctx: MutationCtx,
  mover: Doc<"customers">,
  customerId: string,
): Promise<Failure | null> {
  const target = await findCustomer(ctx, customerId);
  if (!target || target._id === mover._id) return null;
  if (await hasPurchases(ctx, target)) {
    const words = `Customer ${target.customer_id} has purchases of its own`;
    return fail("duplicate_customer_id", words, 409);
  }
  await deleteCustomer(ctx, { customer_id: target.customer_id });
  return null;
}

/** Whether a customer has more than everyone gets: products, money, a card, entities, or units of an operator. */
async function hasPurchases(ctx: MutationCtx, customer: Doc<"customers">): Promise<boolean> {
  if (customer.invoice_numbers || customer.credit_minor > 0) return true;
  const { subscriptions } = await loadCustomerState(ctx, customer, nowFor(customer));
  if (subscriptions.some(({ product }) => !product.is_default)) return true;
  const card = await ctx.db
    .query("paymentMethods")
    .withIndex("by_customer_and_chosen_at", (q) => q.eq("customer", customer._id))
    .first();
  const payment = await ctx.db
    .query("intents")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer._id).eq("state", "open"))
    .first();
  const entity = await ctx.db
    .query("entities")
    .withIndex("by_customer_and_deleted_at", (q) => q.eq("customer", customer._id))
    .first();
  const granted = await ctx.db
    .query("operatorEntries")
    .withIndex("by_customer", (q) => q.eq("customer", customer._id))
    .first();
  return [card, payment, entity, granted].some((row) => row !== null);
}

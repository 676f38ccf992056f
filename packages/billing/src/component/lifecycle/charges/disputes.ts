import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { ensureCurrentCustomerById } from "../../operations/customers/customers";
import { endSubscription } from "../../operations/renewal/ending";
import { findInvoice } from "../../operations/invoices/drafts";
import { nowFor } from "../../platform/clock";
import type { CatalogueProduct } from "../../rules/model";
import { paysStill } from "../../rules/invoices/lostPayment";
import { isOneOff } from "../../rules/products/product";
import { reloadAndSave } from "../../store/saveRevision";
import type { CustomerState } from "../../store/customers/customerState";
import { emitDisputed } from "../../operations/invoices/invoiceEvents";
import { findByRequest, surplusRefundOf } from "../../payments/charges/requests";
import { takeCreditBack } from "./surplus";
import { nullable } from "../../../contract/wire";
import { readAll } from "../../platform/bounded";

const vState = v.union(v.literal("open"), v.literal("won"), v.literal("lost"));
const MAX_LISTED = 1_000;

/**
 * Stores a dispute (a chargeback), and notifies operators. An open dispute has no further effect. A
 * lost one immediately ends everything that the payment paid for. A closed dispute
 * stays closed.
 */
export const storeDispute = internalMutation({
  args: {
    dispute: v.object({
      id: v.string(),
      key: nullable(v.string()),
      minor: v.number(),
      currency: v.string(),
      reason: v.string(),
      state: vState,
    }),
  },
  returns: v.null(),
  handler: async (ctx, { dispute }): Promise<null> => {
    const { id, key, minor, currency, reason, state } = dispute;
    const known = await ctx.db
      .query("disputes")
      .withIndex("by_dispute_id", (q) => q.eq("dispute_id", id))
      .unique();
    if (known && (known.state === state || known.state !== "open")) return null;
    const charge = key === null ? null : await findByRequest(ctx, key);
    const customer = charge && (await ctx.db.get("customers", charge.customer));
    if (!charge) return null;
    const customer_id = customer?.customer_id ?? known?.customer_id ?? "";
    const closed_at = state === "open" ? null : Date.now();
    if (known) await ctx.db.patch("disputes", known._id, { state, closed_at, charge: charge._id });
    else
      await ctx.db.insert("disputes", {
        ...{ dispute_id: id, customer: charge.customer, customer_id, key: charge.key.id },
        charge: charge._id,
        ...{ minor, currency, reason, state, opened_at: Date.now(), closed_at },
      });
    if (customer) {
      const invoice = await findInvoice(ctx, charge.key.id);
      const about = { id, invoice, minor, currency, reason, at: nowFor(customer) };
      await emitDisputed(ctx, customer._id, about);
    }
    const ends =
      state === "lost" && customer ? await revokeForLostDispute(ctx, charge, minor) : undefined;
    const line = { event: `dispute_${state}`, customer: customer_id, dispute: id, reason, ends };
    console.error(JSON.stringify(line));
    return null;
  },
});

/**
 * Removes everything that a lost payment paid for, or the credit that it became.
 *
 * @returns The products that ended.
 */
async function revokeForLostDispute(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  minor: number,
): Promise<string[]> {
  const refund = await surplusRefundOf(ctx, charge);
  if (!refund) return await endProductsPaidBy(ctx, charge);
  await takeCreditBack(ctx, refund, minor);
  return [];
}

/**
 * Ends the products that a charge still pays for, except those that were bought or
 * renewed later. Units of a one-off product stay, because the customer may have used
 * them already.
 *
 * @returns The products that ended.
 */
async function endProductsPaidBy(ctx: MutationCtx, charge: Doc<"charges">): Promise<string[]> {
  const { key, customer } = charge;
  const invoice = await findInvoice(ctx, key.id);
  if (!invoice) return [];
  const { subscriptions, catalogue, now } = await ensureCurrentCustomerById(ctx, customer);
  const paid = subscriptions.filter((row) => {
    const { id, product, status, starts_at } = row;
    if (status === "expired" || status === "scheduled") return false;
    if (isOneOff(product) && hasUnits(product, catalogue)) return false;
    const isIts =
      invoice.subscription === id ||
      (invoice.product_ids.includes(product.id) && starts_at <= invoice.created_at);
    return isIts && paysStill(row, invoice, now);
  });
  const ended: string[] = [];
  for (const { id } of paid) {
    const state = await ensureCurrentCustomerById(ctx, customer);
    const row = state.subscriptions.find((held) => held.id === id);
    if (!row || row.status === "expired") continue;
    await endSubscription(ctx, state, row, { event: "cancel_now", prorate: false });
    await reloadAndSave(ctx, await ensureCurrentCustomerById(ctx, customer));
    ended.push(row.product.id);
  }
  return ended;
}

function hasUnits({ items }: CatalogueProduct, { features }: CustomerState["catalogue"]): boolean {
  return items.some(({ feature_id: id }) => {
    const type = id === undefined ? undefined : features.get(id)?.type;
    return type !== undefined && type !== "boolean";
  });
}

const vDispute = v.object({
  dispute: v.string(),
  customer_id: v.string(),
  minor: v.number(),
  currency: v.string(),
  reason: v.string(),
  state: vState,
  opened_at: v.number(),
});

/** Disputes of a state, for operators. Default: open ones. */
export const list = internalQuery({
  args: { state: v.optional(vState) },
  returns: v.array(vDispute),
  handler: async (ctx, { state = "open" }): Promise<(typeof vDispute.type)[]> => {
    const rows = ctx.db.query("disputes").withIndex("by_state", (q) => q.eq("state", state));
    return (await readAll(rows, MAX_LISTED, "disputes")).map(
      ({ dispute_id: dispute, customer_id, minor, currency, reason, opened_at, ...row }) => ({
        ...{ dispute, customer_id, minor, currency, reason, opened_at },
        state: row.state,
      }),
    );
  },
});

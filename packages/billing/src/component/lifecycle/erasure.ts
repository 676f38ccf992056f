import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel, Id, TableNames } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { customerKeyRange } from "../../contract/customerKeys";
import { keepInvoice } from "../store/invoices/keptInvoices";
import { finishJob } from "../store/jobs/jobs";
import { dropMark } from "../store/ledger/ledger";

/** Rows that one transaction deletes; the rest follows in the next. */
const BATCH = 200;

/** A table, one of its indexes, and the index's first field: a customer. */
type OwnedBy = {
  [T in TableNames]: readonly [T, keyof DataModel[T]["indexes"], keyof DataModel[T]["document"]];
}[TableNames];

/**
 * Rows that belong to a customer, open payment pages first. Requests to a
 * processor and its reports are not the customer's alone, and stay.
 */
const OWNED = [
  ["intents", "by_customer_and_state", "customer"],
  ["paymentMethods", "by_customer_and_chosen_at", "customer"],
  ["subscriptions", "by_customer_and_product_id", "customer"],
  ["balances", "by_customer_and_entity_id", "customer"],
  ["entities", "by_customer_and_deleted_at", "customer"],
  ["usedGrants", "by_customer", "customer"],
  ["customerDiscounts", "by_customer_and_state", "customer"],
  ["promotionUses", "by_customer_and_reward_id", "customer"],
  ["referralCodes", "by_customer_and_program_id", "customer"],
  ["redemptions", "by_referrer", "referrer"],
  ["redemptions", "by_redeemer_and_program_id", "redeemer"],
  ["usageEvents", "by_customer_and_feature_id_and_timestamp", "customer"],
  ["usageTotals", "by_customer_and_feature_id_and_bin_and_starts_at", "customer"],
  ["ledgerEntries", "by_customer", "customer"],
  ["events", "by_customer_and_cause", "customer"],
  ["moneyEntries", "by_customer", "customer"],
  ["operatorEntries", "by_customer", "customer"],
  ["creditNotes", "by_customer_and_created_at", "customer"],
  ["injectedFailures", "by_customer", "customer"],
] as const satisfies readonly OwnedBy[];

/** Deletes the rows of a deleted customer, one batch after the other. */
export const erase = internalMutation({
  args: {
    customer: v.id("customers"),
    customerId: v.string(),
    /**
     * Later answers stay: that of the deletion itself, and those of a new customer
     * with the same id.
     */
    deletedAt: v.number(),
    /** The buyer on the customer's invoices. Absent: no name is known. */
    billedTo: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    let room = BATCH;
    // Jobs at a processor or a hosted provider continue after the customer is deleted.
    for (const kind of ["process_due", "deliver_events"] as const)
      await finishJob(ctx, kind, args.customer);
    for (const owned of OWNED) room -= await eraseRows(ctx, owned, args.customer, room);
    room -= await moveInvoices(ctx, args, room);
    room -= await eraseAnswers(ctx, args, room);
    if (room === 0) await ctx.scheduler.runAfter(0, internal.lifecycle.erasure.erase, args);
    return null;
  },
});

async function eraseRows(
  ctx: MutationCtx,
  [table, index, field]: (typeof OWNED)[number],
  customer: Id<"customers">,
  room: number,
): Promise<number> {
  if (room === 0) return 0;
  // The list pairs each table with one of its own indexes that begins with the field; TypeScript
  // can check one pair, but not their union.
  const rows = await ctx.db
    .query(table as "balances")
    .withIndex(index as "by_customer_and_entity_id", (q) => q.eq(field as "customer", customer))
    .take(room);
  for (const { _id } of rows) {
    // The audit's sums are deleted with their balance.
    if (table === "balances") await dropMark(ctx, _id);
    await ctx.db.delete(table as "balances", _id);
  }
  return rows.length;
}

/** Moves invoices out of the customer's tables; the fields that bookkeeping needs stay. */
async function moveInvoices(
  ctx: MutationCtx,
  { customer, billedTo }: { customer: Id<"customers">; billedTo?: string },
  room: number,
): Promise<number> {
  if (room === 0) return 0;
  const rows = await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_created_at", (q) => q.eq("customer", customer))
    .take(room);
  for (const invoice of rows) {
    await keepInvoice(ctx, invoice, billedTo ?? null);
    await ctx.db.delete("invoices", invoice._id);
  }
  return rows.length;
}

/** First answers that are kept for a repeated key. */
async function eraseAnswers(
  ctx: MutationCtx,
  { customerId, deletedAt }: { customerId: string; deletedAt: number },
  room: number,
): Promise<number> {
  if (room === 0) return 0;
  const { from, before } = customerKeyRange(customerId);
  const rows = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_key_and_operation", (q) => q.gte("key", from).lt("key", before))
    // Few rows are skipped: a new customer with this id made them a moment ago.
    // eslint-disable-next-line @convex-dev/no-filter-in-query
    .filter((q) => q.lt(q.field("created_at"), deletedAt))
    .take(room);
  for (const { _id } of rows) await ctx.db.delete("idempotencyKeys", _id);
  return rows.length;
}

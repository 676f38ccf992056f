import { v } from "convex/values";
import { customerKeyRange } from "../../../contract/customerKeys";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";

/** Rows that one transaction changes; the rest follows in the next. */
const BATCH = 200;

interface Renaming {
  from: string;
  to: string;
  /** Later answers stay: those of a new customer with the former id. */
  renamedAt: number;
}

/**
 * Gives a customer another id. Its rows refer to it by its document. Its stored
 * responses begin with its id, so they are renamed too, the first 200 at once. A
 * repeated request from before the change is refused, because it contains the old id.
 */
export async function renameCustomer(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  to: string,
): Promise<void> {
  await ctx.db.patch("customers", customer._id, { customer_id: to, unnamed: undefined });
  await followCustomer(ctx, { from: customer.customer_id, to, renamedAt: Date.now() });
}

/** Moves the stored answers of a renamed customer to its new id: some now, the rest in later transactions. */
async function followCustomer(ctx: MutationCtx, renaming: Renaming): Promise<void> {
  const { from, before } = customerKeyRange(renaming.from);
  const rows = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_key_and_operation", (q) => q.gte("key", from).lt("key", before))
    // Few rows are skipped: a new customer with this id made them a moment ago.
    // eslint-disable-next-line @convex-dev/no-filter-in-query
    .filter((q) => q.lte(q.field("created_at"), renaming.renamedAt))
    .take(BATCH);
  const next = customerKeyRange(renaming.to).from;
  for (const row of rows) {
    await moveAnswer(ctx, row, `${next}${row.key.slice(from.length)}`, renaming.renamedAt);
  }
  if (rows.length === BATCH) {
    await ctx.scheduler.runAfter(0, internal.operations.customers.rename.followRest, renaming);
  }
}

export const followRest = internalMutation({
  args: { from: v.string(), to: v.string(), renamedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, renaming): Promise<null> => {
    await followCustomer(ctx, renaming);
    return null;
  },
});

/**
 * Gives an answer its new key. It counts as stored at the renaming, so that erasing
 * the customer in whose place this one moved leaves it. That customer's own answer to
 * the same key goes; a later one stays, because its request is done already.
 */
async function moveAnswer(
  ctx: MutationCtx,
  { _id, operation }: Doc<"idempotencyKeys">,
  key: string,
  renamedAt: number,
): Promise<void> {
  const taken = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_key_and_operation", (q) => q.eq("key", key).eq("operation", operation))
    .unique();
  if (taken && taken.created_at >= renamedAt) {
    await ctx.db.delete("idempotencyKeys", _id);
    return;
  }
  if (taken) await ctx.db.delete("idempotencyKeys", taken._id);
  await ctx.db.patch("idempotencyKeys", _id, { key, created_at: renamedAt });
}

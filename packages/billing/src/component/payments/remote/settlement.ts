import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { settleRefund } from "../../operations/invoices/makeRefund";
import { resume } from "../../operations/purchases/resume";
import { logEvent } from "../events";
import { addMethod, vCardDetails } from "../methods";
import type { ChargeAnswer } from "../processor";

const vAnswer = v.union(
  v.object({ status: v.literal("paid") }),
  v.object({ status: v.literal("declined"), code: v.string(), message: v.string() }),
  v.object({ status: v.literal("requires_action"), url: v.union(v.string(), v.null()) }),
);

/** Stores the answer to a request, and continues what waited for it. */
export const applyResult = internalMutation({
  args: { key: v.string(), answer: vAnswer },
  returns: v.null(),
  handler: async (ctx, { key, answer }): Promise<null> => {
    const charge = await findByRequest(ctx, key);
    if (charge) await applyAnswer(ctx, charge, answer);
    return null;
  },
});

/**
 * Handles a report of the processor. The same report twice, or an older one late,
 * changes nothing; an unknown one is stored and acknowledged.
 */
export const receive = internalMutation({
  args: {
    id: v.string(),
    key: v.string(),
    answer: vAnswer,
    card: v.union(vCardDetails, v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { id, key, answer, card }): Promise<null> => {
    const charge = await findByRequest(ctx, key);
    const about = { customer: charge && charge.customer, minor: charge && charge.minor };
    const isNew = await logEvent(ctx, { ...about, event_id: id, key, status: answer.status });
    if (!isNew || !charge) return null;
    if (card && charge.state !== "paid") await addMethod(ctx, charge.customer, card);
    await applyAnswer(ctx, charge, answer);
    return null;
  },
});

/** Answers only move a charge forward: sent, awaiting approval, final. */
const RANK = { open: 0, requires_action: 1, declined: 2, paid: 2 } as const;

async function applyAnswer(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  answer: ChargeAnswer,
): Promise<void> {
  const { status } = answer;
  if (RANK[status] <= RANK[charge.state]) return;
  await ctx.db.patch("charges", charge._id, {
    state: status,
    message: answer.status === "declined" ? answer.message : null,
    url: answer.status === "requires_action" ? answer.url : null,
  });
  // For a customer who was deleted meanwhile, only the record is kept.
  if (!(await ctx.db.get("customers", charge.customer))) return;
  if (charge.via === "refund") {
    await settleRefund(ctx, charge, answer);
    return;
  }
  await resume(ctx, charge, answer);
  if (status === "paid") await creditRest(ctx, charge);
}

/** A paid charge that is no longer needed becomes the customer's credit. */
async function creditRest(ctx: MutationCtx, { _id, customer }: Doc<"charges">): Promise<void> {
  const charge = await ctx.db.get("charges", _id);
  const row = await ctx.db.get("customers", customer);
  if (!charge || !row) throw new Error("A charge vanished in its own transaction");
  const rest = charge.minor - charge.used_minor;
  if (rest === 0) return;
  await ctx.db.patch("charges", _id, { used_minor: charge.minor });
  await ctx.db.patch("customers", customer, { credit_minor: row.credit_minor + rest });
}

async function findByRequest(ctx: MutationCtx, key: string): Promise<Doc<"charges"> | null> {
  return await ctx.db
    .query("charges")
    .withIndex("by_request_key", (q) => q.eq("request_key", key))
    .unique();
}

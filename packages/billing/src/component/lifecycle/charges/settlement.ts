import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { addCredit } from "../../operations/invoices/invoices";
import { settleRefund } from "../../operations/invoices/makeRefund";
import { ensureCurrentCustomerById } from "../../operations/customers/customers";
import { payDebt } from "../../operations/renewal/debt";
import { resume } from "../../operations/purchases/resume";
import { nullable } from "../../../contract/wire";
import { finishJob, queueJob } from "../../store/jobs/jobs";
import { reloadAndSave } from "../../store/saveRevision";
import { addRemoteMethod, defaultMethod, vRemoteCard } from "../../payments/methods";
import type { RemoteOutcome } from "../../payments/processor";
import { differsFromRequest, flagMismatch } from "./amountMismatch";
import { isSurplus, returnSurplus, settleSurplus } from "./surplus";

const vOutcome = v.object({
  answer: v.union(
    v.object({ status: v.literal("paid") }),
    v.object({ status: v.literal("declined"), code: v.string(), message: v.string() }),
    v.object({ status: v.literal("requires_action"), url: nullable(v.string()) }),
  ),
  reference: nullable(v.string()),
  card: nullable(vRemoteCard),
  moved: nullable(v.object({ minor: v.number(), currency: v.string() })),
});

/**
 * Stores what became of a request, and continues what waited for it. The same outcome twice, or
 * an older one late, changes nothing.
 */
export const applyOutcome = internalMutation({
  args: { charge: v.id("charges"), outcome: vOutcome },
  returns: v.null(),
  handler: async (ctx, { charge: id, outcome }): Promise<null> => {
    const charge = await ctx.db.get("charges", id);
    if (charge) await settle(ctx, charge, outcome);
    return null;
  },
});

/**
 * Responses only move a request forward: sent, awaiting approval, settled. A declined
 * charge may still be paid, and a refund may still be returned, which can then be
 * made again.
 */
const RANKS = {
  charge: { open: 0, requires_action: 1, declined: 2, paid: 3 },
  refund: { open: 0, requires_action: 1, paid: 2, declined: 3 },
} as const;

export async function settle(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  outcome: RemoteOutcome,
): Promise<void> {
  const { answer, reference, card, moved } = outcome;
  const { status } = answer;
  const ranks = RANKS[charge.via === "refund" ? "refund" : "charge"];
  if (ranks[status] <= ranks[charge.state]) return;
  const isKnown = (await ctx.db.get("customers", charge.customer)) !== null;
  if (status === "paid" && isKnown && differsFromRequest(charge, moved)) {
    await flagMismatch(ctx, charge, outcome);
    return;
  }
  await ctx.db.patch("charges", charge._id, {
    state: status,
    mismatch: undefined,
    message: answer.status === "declined" ? answer.message : null,
    url: answer.status === "requires_action" ? answer.url : null,
    ...(reference !== null && { reference }),
  });
  await finishJob(ctx, "settle_charge", charge._id);
  // The job asks the processor whether the customer has approved it.
  if (status === "requires_action") await queueJob(ctx, "settle_charge", charge._id);
  // If the customer was deleted meanwhile, only store the outcome and notify operators.
  if (!isKnown) {
    const line = { event: `${charge.via}_${status}_of_nobody`, charge: charge.request_key };
    if (charge.minor > 0) console.error(JSON.stringify(line));
    return;
  }
  if (charge.is_surplus) {
    await settleSurplus(ctx, charge, outcome);
    return;
  }
  if (charge.via === "refund") {
    await settleRefund(ctx, charge, answer);
    return;
  }
  if (card && status === "paid") await addRemoteMethod(ctx, charge.customer, card);
  await resume(ctx, charge, answer);
  if (status === "paid") await settleRest(ctx, charge);
  if (status === "declined") await tryNewCard(ctx, charge);
}

/** A card that was saved while an older one was charged in vain pays the open invoices. */
async function tryNewCard(ctx: MutationCtx, { customer, method }: Doc<"charges">): Promise<void> {
  const card = await defaultMethod(ctx, customer, "remote");
  if (method === undefined || !card || card.processor_id === method) return;
  await reloadAndSave(
    ctx,
    await payDebt(ctx, await ensureCurrentCustomerById(ctx, customer, null)),
  );
}

/** Refunds the rest of a paid charge, or turns it into the customer's credit. */
async function settleRest(ctx: MutationCtx, before: Doc<"charges">): Promise<void> {
  const charge = await ctx.db.get("charges", before._id);
  if (!charge) throw new Error("A charge vanished in its own transaction");
  const rest = charge.minor - charge.used_minor;
  if (rest === 0) return;
  if (charge.used_minor === 0 && (await isSurplus(ctx, before))) {
    await returnSurplus(ctx, charge);
    return;
  }
  await ctx.db.patch("charges", charge._id, { used_minor: charge.minor });
  await addCredit(ctx, charge.customer, rest);
}

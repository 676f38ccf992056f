import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { internalQuery } from "../../_generated/server";
import type { ActionCtx } from "../../_generated/server";
import type { RemoteProcessor } from "../processor";
import { loadRequest, vLoaded } from "./loading";
import type { Loaded } from "./loading";

/**
 * Asks whether a charge that counts as declined was paid after all. It only looks: nothing is
 * confirmed, called off or charged by it.
 */
export async function lookAgain(
  ctx: ActionCtx,
  processor: RemoteProcessor,
  charge: Id<"charges">,
): Promise<void> {
  const loaded = await ctx.runQuery(internal.payments.charges.latePayments.load, { charge });
  if (!loaded) return;
  const { account, ...request } = loaded.request;
  // Without an account nothing was ever sent.
  const outcome = account === null ? null : await processor.look({ ...request, account });
  if (!outcome) return;
  await ctx.runMutation(internal.lifecycle.charges.settlement.applyOutcome, { charge, outcome });
}

/** The request of a declined charge; null: it is not declined, or moves no money in. */
export const load = internalQuery({
  args: { charge: v.id("charges") },
  returns: nullable(vLoaded),
  handler: async (ctx, { charge: id }): Promise<Loaded | null> => {
    const charge = await ctx.db.get("charges", id);
    if (charge?.state !== "declined" || charge.via === "refund" || charge.minor === 0) return null;
    return await loadRequest(ctx, charge);
  },
});

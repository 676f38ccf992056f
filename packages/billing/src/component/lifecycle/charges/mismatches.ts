import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { settle } from "./settlement";

/**
 * After an operator has settled a wrong amount with the processor, treats the charge
 * or refund as declined, so that it can be requested again.
 */
export async function declineMismatch(ctx: MutationCtx, id: Id<"charges">): Promise<void> {
  const charge = await ctx.db.get("charges", id);
  if (charge?.mismatch === undefined) throw new Error(`Charge ${id} moved the requested amount`);
  const message = "The payment was not the one that was asked for.";
  const answer = { status: "declined" as const, code: "amount_differs", message };
  await settle(ctx, charge, { answer, reference: null, card: null, moved: null });
}

import type { Failure } from "../../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { countCall, refuseCall } from "../../platform/rateLimits";

/** Refuses to look up a code for a customer who tried too many wrong ones. */
export async function refuseGuess(
  ctx: MutationCtx,
  customer: Id<"customers">,
): Promise<Failure | null> {
  return await refuseCall(ctx, "wrongCodes", customer);
}

/** Counts an unknown code. The caller must answer with data: a throw undoes the count. */
export async function noteWrongGuess(ctx: MutationCtx, customer: Id<"customers">): Promise<void> {
  await countCall(ctx, "wrongCodes", customer);
}

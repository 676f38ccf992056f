import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { DismissedMismatch } from "../../../contract/operatorResponses";
import type { MutationCtx } from "../../_generated/server";
import { findCustomer } from "../../store/customers/customerState";
import { findByRequest } from "./requests";
import { settle } from "./settlement";

/**
 * An operator has settled with the processor what a charge or refund moved by mistake: from now on
 * it counts as declined, and can be asked for again.
 *
 * @param asked - `charge`: as `stuckJobs` and the log name it.
 * @returns Failures: `invalid_request` without such a charge of this customer.
 */
export async function dismiss(
  ctx: MutationCtx,
  { customerId, charge: key }: { customerId: string; charge: string },
): Promise<Result<DismissedMismatch>> {
  const customer = await findCustomer(ctx, customerId);
  const charge = await findByRequest(ctx, key);
  const mismatch = charge?.customer === customer?._id ? charge?.mismatch : undefined;
  if (!charge || mismatch === undefined)
    return fail("invalid_request", "No payment of another amount has this name");
  await ctx.db.patch("charges", charge._id, { mismatch: undefined, is_unanswered: undefined });
  const message = "The payment was not the one that was asked for.";
  const answer = { status: "declined" as const, code: "amount_differs", message };
  await settle(ctx, charge, { answer, reference: null, card: null, moved: null });
  return ok({ charge: key, mismatch });
}

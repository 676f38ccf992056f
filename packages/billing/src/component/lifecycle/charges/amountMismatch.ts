import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { stopJob } from "../../store/jobs/jobs";
import { toMajor } from "../../rules/money/money";
import type { Moved, RemoteOutcome } from "../../payments/processor";

/** Whether a processor has moved a different amount or currency than requested. */
export function differsFromRequest(
  { minor, currency }: Doc<"charges">,
  moved: Moved | null,
): boolean {
  // A page that only saves a card moves nothing.
  if (minor === 0) return false;
  const name = moved?.currency.toLowerCase();
  return moved?.minor !== minor || name !== currency.toLowerCase();
}

/**
 * Shows operators a charge or refund of a different amount than requested. Until they
 * decide, it pays for nothing, and nothing else is charged for the same purchase.
 */
export async function flagMismatch(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  { moved, reference }: RemoteOutcome,
): Promise<void> {
  const { minor, currency, request_key } = charge;
  const inWords = moved ? words(moved) : "an unknown amount";
  const mismatch = `${reference ?? request_key}: ${inWords} instead of ${words({ minor, currency })}`;
  if (charge.mismatch === mismatch) return;
  await ctx.db.patch("charges", charge._id, { mismatch });
  await stopJob(ctx, "settle_charge", charge._id, mismatch);
  const customer = (await ctx.db.get("customers", charge.customer))?.customer_id ?? null;
  const line = { event: "amount_differs", customer, charge: request_key, message: mismatch };
  console.error(JSON.stringify(line));
}

const words = ({ minor, currency }: Moved) => `${toMajor(minor, currency)} ${currency}`;

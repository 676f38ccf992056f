import { fail } from "../contract/errors";
import type { Failure } from "../contract/errors";
import type { MutationCtx } from "../_generated/server";
import { currentProcessor } from "../payments/current";
import { commit } from "./commit";
import { retryOpenInvoices } from "./cycle";
import type { Holdings } from "./holdings";
import type { PurchasePlan } from "./plan";

/** Tries what a failed renewal left open, with the card that is saved now. */
export async function payDebt(ctx: MutationCtx, holdings: Holdings): Promise<Holdings> {
  if (!holdings.held.some((row) => row.status === "past_due")) return holdings;
  await retryOpenInvoices(ctx, currentProcessor(), holdings);
  return await commit(ctx, holdings);
}

/** Refuses to change a product whose last renewal is still unpaid. */
export function refuseDebt({ current, same }: PurchasePlan): Failure | null {
  if (current?.status !== "past_due" && same?.status !== "past_due") return null;
  return fail("payment_failed", "The last renewal is unpaid: save a card that works first", 402);
}

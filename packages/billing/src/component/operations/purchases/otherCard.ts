import type { Failure } from "../../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { closeIntent } from "./intents";

/**
 * Closes a purchase whose saved card was declined, and opens a page where the same purchase can
 * be paid with another card. The page keeps the price of the closed intent until that intent would
 * have expired.
 *
 * @returns The refusal, with the page's URL as `checkout_url` unless the purchase already had a page
 *   or no processor is configured.
 */
export async function offerOtherCard(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  declined: Id<"intents">,
  refusal: Failure,
): Promise<Failure> {
  await closeIntent(ctx, declined, "failed");
  const intent = await ctx.db.get("intents", declined);
  if (!processor || intent?.token_hash !== null) return refusal;
  const { _id, _creationTime, ...purchase } = intent;
  const { url: checkout_url, tokenHash: token_hash } = await processor.openPage();
  await ctx.db.insert("intents", { ...purchase, state: "open", token_hash });
  return { ...refusal, error: { ...refusal.error, checkout_url } };
}

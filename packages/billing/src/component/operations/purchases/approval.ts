import type { Attach } from "../../../contract/responses";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { approvalUrl } from "../../payments/charges/cards";
import { latestTry } from "../../payments/charges/requests";
import type { CustomerState } from "../../store/customers/customerState";
import type { Cart } from "./cart";
import { openIntents, exclusivityKeysOfCart } from "./intents";

/** Answers attach while the customer has to approve the charge. */
export async function askForApproval(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  { customer }: CustomerState,
  intentId: Id<"intents">,
): Promise<Attach> {
  const intent = await ctx.db.get("intents", intentId);
  if (!intent) throw new Error("An intent vanished in its own transaction");
  const { product_id: first, more_product_ids: more = [] } = intent;
  return {
    success: true,
    customer_id: customer.customer_id,
    product_ids: [...(first === null ? [] : [first]), ...more],
    code: "invoice_action_required",
    message: "Approve the payment to go on",
    checkout_url: await openApprovalPage(ctx, processor, intentId),
  };
}

/** The page where the customer approves a charge: the processor's, or the intent's own. */
async function openApprovalPage(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  intent: Id<"intents">,
): Promise<string> {
  if (processor?.kind === "inline") {
    const { url, tokenHash } = await processor.openPage();
    await ctx.db.patch("intents", intent, { token_hash: tokenHash });
    return url;
  }
  const asked = await latestTry(ctx, intent);
  if (!asked) throw new Error("An approval without a charge that waits for it");
  return approvalUrl(asked);
}

/** Whether a charge for the same key is pending. */
export async function awaitsAnswer(
  ctx: MutationCtx,
  { customer }: CustomerState,
  cart: Cart,
): Promise<boolean> {
  const [{ entityId }] = cart;
  for (const intent of await openIntents(
    ctx,
    customer._id,
    entityId,
    exclusivityKeysOfCart(cart),
  )) {
    if ((await latestTry(ctx, intent._id))?.state === "open") return true;
  }
  return false;
}

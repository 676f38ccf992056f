import { v } from "convex/values";
import { vBillingEvent } from "../../packages/billing/src/contract";
import { accountOfIdentity } from "../accounts/model";
import type { Doc } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { billing } from "../billing";
import { languageOfAccount } from "../mail/language";
import { queueMail } from "../mail/outbox";
import { canMail } from "../mail/settings";
import { billingLetter } from "./letters";

/**
 * Mails customers about their billing events: receipts, failed payments, refunds, and upcoming
 * dates. Only to a confirmed address, and once for each event.
 *
 * @see docs/adr/0073
 */
export const onEvent = internalMutation({
  args: { event: vBillingEvent },
  returns: v.null(),
  handler: async (ctx, { event }): Promise<null> => {
    const account = canMail() ? await accountOfCustomer(ctx, event.customer_id) : null;
    if (account?.email === undefined) return null;
    const { username } = account;
    const letter = billingLetter(event, { username, language: languageOfAccount(account) });
    if (letter) await queueMail(ctx, account._id, account.email, letter, event.id);
    return null;
  },
});

async function accountOfCustomer(
  ctx: QueryCtx,
  customerId: string,
): Promise<Doc<"accounts"> | null> {
  const tokenIdentifier = await billing.tokenOf(ctx, customerId);
  return tokenIdentifier === null ? null : await accountOfIdentity(ctx, tokenIdentifier);
}

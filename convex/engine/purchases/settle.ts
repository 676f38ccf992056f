import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail, ok } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { PaymentProcessor } from "../../payments/processor";
import { applyPlan } from "./apply";
import type { Basket } from "./basket";
import { spendBenefits } from "../rewards/benefits";
import { commit } from "../commit";
import { reload } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { closeIntent } from "./intents";
import { collect } from "../invoices/invoices";
import { addInvoice } from "../invoices/issuing";
import type { PurchasePlan } from "./plan";
import { recordPaid } from "../invoices/receipts";
import { triggerReferrals } from "../rewards/referralTriggers";
import type { Purchase } from "../rewards/referralTriggers";
import { invoiceOf } from "./invoiceOf";
import { storeLines } from "../invoices/storedLines";
import { refuseUnpaid } from "../lifecycle/unpaid";

type Settled = { data: Doc<"invoices"> | null; error: null; statusCode: number };

/**
 * Pays for a planned purchase and makes it so: products, balances, invoice,
 * ledger and revision, together. A declined charge changes nothing but the
 * intent. An intent that is not open any more is not settled again.
 */
export async function settle(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  holdings: Holdings,
  basket: Basket,
  intentId: Id<"intents">,
): Promise<Settled | Failure> {
  const intent = await ctx.db.get("intents", intentId);
  if (intent?.state !== "open") return fail("checkout_expired", "This purchase is closed", 409);
  const { total_minor: minor, currency } = intent;
  const customer = holdings.customer._id;
  const outcome = await collect(ctx, processor, customer, { minor, currency, key: intentId });
  if (outcome.status !== "paid") return refuseUnpaid(outcome);
  // What one product brings, the next one finds.
  for (const plan of basket) await make(ctx, await reload(ctx, holdings), plan);
  const due = invoiceOf(basket, intent, holdings.now);
  const invoice = due && (await addInvoice(ctx, customer, outcome, due));
  const lines = basket.flatMap((plan) => plan.lines);
  await spendBenefits(ctx, holdings, intent.reward, lines);
  for (const purchase of purchasesOf(basket, invoice)) {
    await triggerReferrals(ctx, holdings, purchase);
  }
  await closeIntent(ctx, intentId, "settled");
  await commit(ctx, holdings);
  return ok(invoice);
}

/** One product of the basket is theirs, and what is paid for its periods is noted on it. */
async function make(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan): Promise<void> {
  const { terms, current, lines, deferred } = plan;
  const row = await applyPlan(ctx, holdings, plan);
  const ahead = [...lines, ...deferred].filter(({ of }) => of === "target");
  if (ahead.length === 0) return;
  const sides = { target: terms.target, current: current && current.product };
  await recordPaid(ctx, holdings.catalogue, row, storeLines(ahead, sides), holdings.now);
}

/** What referral programs look at: a trial that begins is paid for later. */
function purchasesOf(basket: Basket, invoice: Doc<"invoices"> | null): Purchase[] {
  return basket.flatMap(({ terms: { target, trialEndsAt, now } }): Purchase[] => {
    const product_ids = [target.id];
    if (trialEndsAt !== null && trialEndsAt > now) return [{ product_ids, kind: "trial" }];
    return invoice ? [{ product_ids, kind: "paid" }] : [];
  });
}

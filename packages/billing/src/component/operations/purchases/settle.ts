import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { PaymentProcessor } from "../../payments/processor";
import { applyPlan } from "./apply";
import type { Basket } from "./basket";
import { spendBenefits } from "../rewards/benefits";
import { commit } from "../../store/commit";
import { reload } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { closeIntent } from "./intents";
import { noteCredits } from "../../store/invoices/credits";
import { collect } from "../invoices/invoices";
import { addInvoice } from "../invoices/issuing";
import type { PurchasePlan } from "./plan";
import { recordPaid } from "../../store/invoices/receipts";
import { triggerReferrals } from "../rewards/referralTriggers";
import type { Purchase } from "../rewards/referralTriggers";
import { invoiceOf } from "./invoiceOf";
import { creditsIn } from "../../rules/lines";
import { storeLines } from "../../store/invoices/storedLines";
import { refuseUnpaid } from "../renewal/unpaid";

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
  const rows: Id<"heldProducts">[] = [];
  for (const plan of basket) rows.push(await applyPlan(ctx, await reload(ctx, holdings), plan));
  const due = invoiceOf(basket, intent, holdings.now);
  const invoice = due && (await addInvoice(ctx, customer, outcome, due));
  for (const [index, plan] of basket.entries()) {
    await noteMoney(ctx, holdings, plan, { row: rows[index], invoice });
  }
  const lines = basket.flatMap((plan) => plan.lines);
  await spendBenefits(ctx, holdings, intent.reward, lines);
  for (const purchase of purchasesOf(basket, invoice)) {
    await triggerReferrals(ctx, holdings, purchase);
  }
  await closeIntent(ctx, intentId, "settled");
  await commit(ctx, holdings);
  return ok(invoice);
}

/** What was paid for is noted on what it is for; what is credited, on what paid for it. */
async function noteMoney(
  ctx: MutationCtx,
  { catalogue, now }: Holdings,
  { terms, current, lines, deferred }: PurchasePlan,
  { row, invoice }: { row: Id<"heldProducts"> | undefined; invoice: Doc<"invoices"> | null },
): Promise<void> {
  if (!row) throw new Error("A product of the basket was not applied");
  await noteCredits(ctx, current?.paid, creditsIn([...lines, ...deferred]));
  const sides = { target: terms.target, current: current && current.product };
  const paidOn = { now, invoice: invoice?._id };
  const ahead = lines.filter(({ of }) => of === "target");
  if (ahead.length > 0) await recordPaid(ctx, catalogue, row, storeLines(ahead, sides), paidOn);
  const later = deferred.filter(({ of }) => of === "target");
  const unpaid = { now, invoice: undefined };
  if (later.length > 0) await recordPaid(ctx, catalogue, row, storeLines(later, sides), unpaid);
}

/** What referral programs look at: a trial that begins is paid for later. */
function purchasesOf(basket: Basket, invoice: Doc<"invoices"> | null): Purchase[] {
  return basket.flatMap(({ terms: { target, trialEndsAt, now } }): Purchase[] => {
    const product_ids = [target.id];
    if (trialEndsAt !== null && trialEndsAt > now) return [{ product_ids, kind: "trial" }];
    return invoice ? [{ product_ids, kind: "paid" }] : [];
  });
}

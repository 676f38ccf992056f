import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { PaymentProcessor } from "../../payments/processor";
import { applyPlan } from "./apply";
import type { Cart } from "./cart";
import { spendBenefits } from "../rewards/benefits";
import { commit } from "../../store/commit";
import { reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
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
 * Charges a planned purchase and applies it: subscriptions, balances, invoice,
 * ledger and revision, in one transaction. A declined charge changes only the
 * intent. An intent that is no longer open is not fulfilled again.
 */
export async function fulfil(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  cart: Cart,
  intentId: Id<"intents">,
): Promise<Settled | Failure> {
  const intent = await ctx.db.get("intents", intentId);
  if (intent?.state !== "open") return fail("checkout_expired", "This purchase is closed", 409);
  const { total_minor: minor, currency } = intent;
  const customer = customerState.customer._id;
  const outcome = await collect(ctx, processor, customer, { minor, currency, key: intentId });
  if (outcome.status !== "paid") return refuseUnpaid(outcome);
  // What one product adds, the next one finds.
  const rows: Id<"subscriptions">[] = [];
  for (const plan of cart) rows.push(await applyPlan(ctx, await reload(ctx, customerState), plan));
  const due = invoiceOf(cart, intent, customerState.now);
  const invoice = due && (await addInvoice(ctx, customer, outcome, due));
  for (const [index, plan] of cart.entries()) {
    await noteMoney(ctx, customerState, plan, { row: rows[index], invoice });
  }
  const lines = cart.flatMap((plan) => plan.lines);
  await spendBenefits(ctx, customerState, intent.reward, lines);
  for (const purchase of purchasesOf(cart, invoice)) {
    await triggerReferrals(ctx, customerState, purchase);
  }
  await closeIntent(ctx, intentId, "settled");
  await commit(ctx, customerState);
  return ok(invoice);
}

/** Receipts are stored with what was paid for; credits reduce the receipts that they come from. */
async function noteMoney(
  ctx: MutationCtx,
  { catalogue, now }: CustomerState,
  { change, current, lines, deferred }: PurchasePlan,
  { row, invoice }: { row: Id<"subscriptions"> | undefined; invoice: Doc<"invoices"> | null },
): Promise<void> {
  if (!row) throw new Error("A product of the cart was not applied");
  await noteCredits(ctx, current?.paid, creditsIn([...lines, ...deferred]));
  const sides = { target: change.target, current: current && current.product };
  const paidOn = { now, invoice: invoice?._id };
  const ahead = lines.filter(({ of }) => of === "target");
  if (ahead.length > 0) await recordPaid(ctx, catalogue, row, storeLines(ahead, sides), paidOn);
  const later = deferred.filter(({ of }) => of === "target");
  const unpaid = { now, invoice: undefined };
  if (later.length > 0) await recordPaid(ctx, catalogue, row, storeLines(later, sides), unpaid);
}

/** The trigger of referral programs: a trial is paid for later. */
function purchasesOf(cart: Cart, invoice: Doc<"invoices"> | null): Purchase[] {
  return cart.flatMap(({ change: { target, trialEndsAt, now } }): Purchase[] => {
    const product_ids = [target.id];
    if (trialEndsAt !== null && trialEndsAt > now) return [{ product_ids, kind: "trial" }];
    return invoice ? [{ product_ids, kind: "paid" }] : [];
  });
}

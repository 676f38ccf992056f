import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { PaymentProcessor } from "../../payments/processor";
import { planBilling } from "./planBilling";
import type { Cart } from "./cart";
import { reloadAndSave } from "../../store/saveRevision";
import { withEntities } from "../../store/effects";
import type { CustomerState } from "../../store/customers/customerState";
import { closeIntent } from "./intents";
import { executePlan } from "../settlement/executePlan";
import { refuseUnpaid } from "../settlement/unpaid";

type Fulfilled = { data: Doc<"invoices"> | null; error: null; statusCode: number };

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
): Promise<Fulfilled | Failure> {
  const intent = await ctx.db.get("intents", intentId);
  if (intent?.state !== "open") return fail("checkout_expired", "This purchase is closed", 409);
  const targets = cart.map(({ change }) => change.target);
  const state = await withEntities(ctx, customerState, targets);
  const plan = planBilling(state, cart, intent);
  const { outcome, invoice } = await executePlan(ctx, processor, state, plan);
  if (outcome.status !== "paid") return refuseUnpaid(outcome);
  await closeIntent(ctx, intentId, "settled");
  await reloadAndSave(ctx, customerState);
  return ok(invoice);
}

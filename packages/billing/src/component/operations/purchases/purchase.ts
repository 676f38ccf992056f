import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { WireParams } from "../../../contract/operations";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { refuseWithoutProcessor } from "../../payments/notConfigured";
import type { PaymentProcessor } from "../../payments/processor";
import { planCart } from "./cart";
import type { Cart, CartRequest } from "./cart";
import { checkPromoCode } from "../rewards/benefits";
import { refuseDebt } from "../renewal/debt";
import type { CustomerState } from "../../store/customers/customerState";
import { addPurchaseIntent } from "./intents";
import { needsCard } from "./plan";
import type { PurchasePlan } from "./plan";
import { beginsAtEnd } from "./starts";
import { keepPreview } from "./previewId";
import { askedIn, loadRequest } from "./request";
import { refuse } from "../../platform/refuse";
import { isFree } from "../../rules/products/product";

export type PurchaseParams = WireParams<"attach">;

/** The planned cart, and how it would be paid. */
export interface Purchase {
  cart: Cart;
  processor: PaymentProcessor | null;
  /** `page`: a hosted page has to collect a card first. */
  path: "page" | "direct";
  /** Whether a saved card, or one that the page collects, can be charged later. */
  hasCard: boolean;
  /** The same purchase with the other start; null if there is none. */
  otherStart: PurchasePlan | null;
}

/** Plans what checkout shows and attach does; they differ in `preview` alone. */
export async function planFor(
  ctx: MutationCtx,
  customerState: CustomerState,
  params: PurchaseParams,
  preview: boolean,
): Promise<Purchase | Failure> {
  const asked = askedIn(params);
  if ("error" in asked) return asked;
  const how = { readCode: checkPromoCode, preview };
  const request = await loadRequest(ctx, customerState, asked, how);
  if ("error" in request) return request;
  const planned = planCart(customerState, request);
  if ("error" in planned) return refuse(planned.error);
  // An unpaid renewal also changes what the purchase costs: it is reported first.
  const debt = planned.cart.map(refuseDebt).find((failure) => failure !== null);
  if (debt) return debt;
  const cart = await shownCart(customerState, planned.cart, request, params.preview_id);
  if (!cart) return STALE;
  const processor = currentProcessor();
  if (cart.every(({ change }) => isFree(change.target))) {
    const saved = preview && (await processor?.savedMethod(ctx, customerState.customer._id));
    return { cart, processor, path: "direct", hasCard: Boolean(saved), otherStart: null };
  }
  if (!processor) return refuseWithoutProcessor("Paid products can't be bought here");
  const isForced = wantsPage(params) && cart.some(({ lines }) => lines.length > 0);
  const method = await processor.savedMethod(ctx, customerState.customer._id);
  const path = isForced || (cart.some(needsCard) && !method) ? "page" : "direct";
  const otherStart = preview ? planOtherStart(customerState, request, cart) : null;
  return { cart, processor, path, hasCard: path === "page" || method !== null, otherStart };
}

/** The same change at the end of the cycle, or now; null: there is only one way to start. */
function planOtherStart(
  customerState: CustomerState,
  asked: CartRequest,
  [plan, ...more]: Cart,
): PurchasePlan | null {
  if (more.length > 0 || !plan.current) return null;
  const schedule = beginsAtEnd(plan) ? "immediate" : "end_of_cycle";
  const planned = planCart(customerState, { ...asked, schedule });
  if ("error" in planned) return null;
  const [other] = planned.cart;
  return beginsAtEnd(other) === beginsAtEnd(plan) ? null : other;
}

/** Whether the buyer asks for a page, whatever card is saved. */
export function wantsPage({ force_checkout, invoice }: PurchaseParams): boolean {
  return force_checkout === true || invoice === true;
}

/** Opens the hosted page that completes a planned purchase. */
export async function openPurchasePage(
  ctx: MutationCtx,
  customerState: CustomerState,
  { cart, processor }: Purchase,
  request: Omit<Parameters<typeof addPurchaseIntent>[3], "tokenHash">,
): Promise<{ url: string; intent: Id<"intents"> }> {
  if (!processor) throw new Error("A page without a processor");
  const { url, tokenHash } = await processor.openPage();
  const intent = await addPurchaseIntent(ctx, customerState, cart, { ...request, tokenHash });
  return { url, intent };
}

/** The parts of the request that an intent stores, besides the plan. */
export function intentRequest(params: PurchaseParams, idempotencyKey: string | undefined) {
  const { success_url: successUrl, free_trial: freeTrial, reward } = params;
  const { billing_cycle_anchor: cycle, plan_schedule: schedule } = params;
  return { successUrl, freeTrial, reward, cycle, schedule, idempotencyKey };
}

/** The cart with the amounts of a named preview; null: they are stale. */
async function shownCart(
  customerState: CustomerState,
  cart: Cart,
  request: CartRequest,
  previewId: string | undefined,
): Promise<Cart | null> {
  if (previewId === undefined) return cart;
  return await keepPreview(customerState, cart, previewId, (then) => {
    const planned = planCart(then, request);
    return "error" in planned ? null : planned.cart;
  });
}

const STALE = fail("preview_stale", "The price has changed since it was shown", 409);

import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { WireParams } from "../../../contract/operations";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import type { PaymentProcessor } from "../../payments/processor";
import { planCart } from "./cart";
import type { Cart, CartRequest } from "./cart";
import { tryCode } from "../rewards/benefits";
import { refuseDebt } from "../renewal/debt";
import { loadTrials } from "../../store/customers/trials";
import type { CustomerState } from "../../store/customers/customerState";
import { addPurchaseIntent } from "./intents";
import { needsCard } from "./plan";
import { loadCopies } from "../../store/customers/timesHad";
import { keepPreview } from "./previewId";
import { refuse } from "../../platform/refuse";
import { refuseMoreProducts } from "../../rules/subscriptionLimit";
import { isFree } from "../../rules/product";

export type PurchaseParams = WireParams<"attach">;

/** The planned cart, and how it would be paid. */
export interface Purchase {
  cart: Cart;
  processor: PaymentProcessor | null;
  /** `page`: a hosted page has to collect a card first. */
  path: "page" | "direct";
}

/** Plans what checkout shows and attach does; they differ in `preview` alone. */
export async function planFor(
  ctx: MutationCtx,
  customerState: CustomerState,
  params: PurchaseParams,
  preview: boolean,
): Promise<Purchase | { failure: Failure }> {
  const asked = await readRequest(ctx, customerState, params, preview);
  if ("failure" in asked) return asked;
  const planned = planCart(customerState, asked);
  if ("refusal" in planned) return { failure: refuse(planned.refusal) };
  const full = planned.cart
    .map(({ change, entityId }) =>
      refuseMoreProducts(customerState.subscriptions, entityId, change.branch),
    )
    .find((refusal) => refusal !== null);
  if (full) return { failure: refuse(full) };
  // An unpaid renewal also changes what the purchase costs: it is reported first.
  const debt = planned.cart.map(refuseDebt).find((failure) => failure !== null);
  if (debt) return { failure: debt };
  const cart = await shownCart(customerState, planned.cart, asked, params.preview_id);
  if (!cart) return { failure: STALE };
  const processor = currentProcessor();
  if (cart.every(({ change }) => isFree(change.target))) {
    return { cart, processor, path: "direct" };
  }
  if (!processor) return { failure: NOT_CONFIGURED };
  const isForced = wantsPage(params) && cart.some(({ lines }) => lines.length > 0);
  const method = await processor.savedMethod(ctx, customerState.customer._id);
  const path = isForced || (cart.some(needsCard) && !method) ? "page" : "direct";
  return { cart, processor, path };
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

/** What an intent stores of the request besides the plan. */
export function intentRequest(params: PurchaseParams, idempotencyKey: string | undefined) {
  const { success_url: successUrl, free_trial: freeTrial, reward } = params;
  const cycle = params.billing_cycle_anchor;
  return { successUrl, freeTrial, reward, cycle, idempotencyKey };
}

async function readRequest(
  ctx: MutationCtx,
  customerState: CustomerState,
  params: PurchaseParams,
  preview: boolean,
): Promise<CartRequest | { failure: Failure }> {
  const productIds = productsOf(params);
  if ("failure" in productIds) return productIds;
  const { customer } = customerState;
  const { entity_id: entityId } = params;
  const benefits = await tryCode(ctx, customerState, params.reward);
  if ("failure" in benefits) return benefits;
  return {
    productIds,
    entityId: entityId ?? null,
    options: params.options ?? [],
    trial: params.free_trial === false ? "refused" : "allowed",
    cycle: params.billing_cycle_anchor ?? "kept",
    trials: await loadTrials(ctx, customer),
    timesHad: await loadCopies(ctx, customerState, productIds, entityId ?? null),
    ...benefits,
    preview,
    schedule: params.plan_schedule ?? "by_scenario",
  };
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
    return "refusal" in planned ? null : planned.cart;
  });
}

function productsOf(params: PurchaseParams): CartRequest["productIds"] | { failure: Failure } {
  const { product_id: id, product_ids: ids = [] } = params;
  const [first, ...more] = id === undefined ? ids : [id];
  if (first === undefined || (id !== undefined && ids.length > 0)) {
    return { failure: fail("invalid_inputs", "Pass exactly one of product_id and product_ids") };
  }
  return [first, ...more];
}

const STALE = fail("preview_stale", "The price has changed since it was shown", 409);

const NOT_CONFIGURED = fail(
  "payments_not_configured",
  "Paid products can't be bought here: no payment processor is set up",
);

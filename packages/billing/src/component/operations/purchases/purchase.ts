import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { WireParams } from "../../../contract/operations";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import type { PaymentProcessor } from "../../payments/processor";
import { planBasket } from "./basket";
import type { Basket, BasketRequest } from "./basket";
import { tryCode } from "../rewards/benefits";
import { refuseDebt } from "../renewal/debt";
import { loadTrials } from "../../store/customers/trials";
import type { Holdings } from "../../store/customers/holdings";
import { addPurchaseIntent } from "./intents";
import { needsCard } from "./plan";
import { loadCopies } from "../../store/customers/timesHad";
import { keepPreview } from "./previewId";
import { refuse } from "../../platform/refuse";
import { refuseMoreProducts } from "../../rules/heldLimit";
import { isFree } from "../../rules/product";

export type PurchaseParams = WireParams<"attach">;

/** What is planned, and how it would be paid. */
export interface Purchase {
  basket: Basket;
  processor: PaymentProcessor | null;
  /** `page`: a hosted page has to collect a card first. */
  path: "page" | "direct";
}

/** Plans what checkout shows and attach does; the two differ in `preview` alone. */
export async function planFor(
  ctx: MutationCtx,
  holdings: Holdings,
  params: PurchaseParams,
  preview: boolean,
): Promise<Purchase | { failure: Failure }> {
  const asked = await readRequest(ctx, holdings, params, preview);
  if ("failure" in asked) return asked;
  const planned = planBasket(holdings, asked);
  if ("refusal" in planned) return { failure: refuse(planned.refusal) };
  const full = planned.basket
    .map(({ terms, entityId }) => refuseMoreProducts(holdings.held, entityId, terms.branch))
    .find((refusal) => refusal !== null);
  if (full) return { failure: refuse(full) };
  // An unpaid renewal also changes what the purchase costs: it is named first.
  const debt = planned.basket.map(refuseDebt).find((failure) => failure !== null);
  if (debt) return { failure: debt };
  const basket = await shownBasket(holdings, planned.basket, asked, params.preview_id);
  if (!basket) return { failure: STALE };
  const processor = currentProcessor();
  if (basket.every(({ terms }) => isFree(terms.target))) {
    return { basket, processor, path: "direct" };
  }
  if (!processor) return { failure: NOT_CONFIGURED };
  const isForced = wantsPage(params) && basket.some(({ lines }) => lines.length > 0);
  const method = await processor.savedMethod(ctx, holdings.customer._id);
  const path = isForced || (basket.some(needsCard) && !method) ? "page" : "direct";
  return { basket, processor, path };
}

/** Whether the buyer asks for a page, whatever card is saved. */
export function wantsPage({ force_checkout, invoice }: PurchaseParams): boolean {
  return force_checkout === true || invoice === true;
}

/** Opens the hosted page that completes a planned purchase. */
export async function openPurchasePage(
  ctx: MutationCtx,
  holdings: Holdings,
  { basket, processor }: Purchase,
  request: Omit<Parameters<typeof addPurchaseIntent>[3], "tokenHash">,
): Promise<{ url: string; intent: Id<"intents"> }> {
  if (!processor) throw new Error("A page without a processor");
  const { url, tokenHash } = await processor.openPage();
  const intent = await addPurchaseIntent(ctx, holdings, basket, { ...request, tokenHash });
  return { url, intent };
}

/** What an intent has to remember of the request besides the plan. */
export function intentRequest(params: PurchaseParams, idempotencyKey: string | undefined) {
  const { success_url: successUrl, free_trial: freeTrial, reward } = params;
  const cycle = params.billing_cycle_anchor;
  return { successUrl, freeTrial, reward, cycle, idempotencyKey };
}

async function readRequest(
  ctx: MutationCtx,
  holdings: Holdings,
  params: PurchaseParams,
  preview: boolean,
): Promise<BasketRequest | { failure: Failure }> {
  const productIds = productsOf(params);
  if ("failure" in productIds) return productIds;
  const { customer } = holdings;
  const { entity_id: entityId } = params;
  const benefits = await tryCode(ctx, holdings, params.reward);
  if ("failure" in benefits) return benefits;
  return {
    productIds,
    entityId: entityId ?? null,
    options: params.options ?? [],
    trial: params.free_trial === false ? "refused" : "allowed",
    cycle: params.billing_cycle_anchor ?? "kept",
    trials: await loadTrials(ctx, customer),
    timesHad: await loadCopies(ctx, holdings, productIds, entityId ?? null),
    ...benefits,
    preview,
    schedule: params.plan_schedule ?? "by_scenario",
  };
}

/** The basket at the amounts that were shown, where a preview is named; null: they are stale. */
async function shownBasket(
  holdings: Holdings,
  basket: Basket,
  request: BasketRequest,
  previewId: string | undefined,
): Promise<Basket | null> {
  if (previewId === undefined) return basket;
  return await keepPreview(holdings, basket, previewId, (then) => {
    const planned = planBasket(then, request);
    return "refusal" in planned ? null : planned.basket;
  });
}

function productsOf(params: PurchaseParams): BasketRequest["productIds"] | { failure: Failure } {
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

import type { Infer } from "convex/values";
import { fail } from "../contract/errors";
import type { Failure } from "../contract/errors";
import type { vCheckoutParams } from "../contract/params";
import type { MutationCtx } from "../_generated/server";
import { currentProcessor } from "../payments/current";
import type { PaymentProcessor } from "../payments/processor";
import { refuseDebt } from "./debt";
import { loadTrials } from "./trials";
import type { Holdings } from "./holdings";
import { addPurchaseIntent } from "./intents";
import { needsCard, planPurchase } from "./plan";
import type { PurchasePlan } from "./plan";
import { refuse } from "./refuse";
import { isFree } from "./rules/product";

export type PurchaseParams = Infer<typeof vCheckoutParams>;

/** A plan, and how it would be paid. */
export interface Purchase {
  plan: PurchasePlan;
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
  const productId = productOf(params);
  if (typeof productId !== "string") return productId;
  const trials = await loadTrials(ctx, holdings.customer);
  const request = { productId, options: params.options ?? [], preview };
  const planned = planPurchase(holdings, trials, request);
  if ("refusal" in planned) return { failure: refuse(planned.refusal) };
  const { plan } = planned;
  const debt = refuseDebt(plan);
  if (debt) return { failure: debt };
  const processor = currentProcessor();
  if (isFree(plan.terms.target)) return { plan, processor, path: "direct" };
  if (!processor) return { failure: NOT_CONFIGURED };
  const isForced = params.force_checkout === true && plan.lines.length > 0;
  const method = await processor.savedMethod(ctx, holdings.customer._id);
  const path = isForced || (needsCard(plan) && !method) ? "page" : "direct";
  return { plan, processor, path };
}

/** Opens the hosted page that completes a planned purchase. */
export async function openPurchasePage(
  ctx: MutationCtx,
  holdings: Holdings,
  { plan, processor }: Purchase,
  request: { successUrl: string | undefined; idempotencyKey: string | undefined },
): Promise<string> {
  if (!processor) throw new Error("A page without a processor");
  const { url, tokenHash } = await processor.openPage();
  await addPurchaseIntent(ctx, holdings, plan, { ...request, tokenHash });
  return url;
}

function productOf(params: PurchaseParams): string | { failure: Failure } {
  const ids = params.product_ids ?? [];
  const { product_id: productId = ids[0] } = params;
  if (productId === undefined || (params.product_id !== undefined && ids.length > 0)) {
    return { failure: fail("invalid_inputs", "Pass exactly one of product_id and product_ids") };
  }
  if (ids.length > 1) {
    return { failure: fail("invalid_request", "Products are bought one at a time") };
  }
  if (params.entity_id !== undefined) {
    return { failure: fail("entity_not_found", `Entity ${params.entity_id} not found`, 404) };
  }
  if (params.reward !== undefined) {
    return { failure: fail("reward_not_found", "This promotion code is not valid", 404) };
  }
  return productId;
}

const NOT_CONFIGURED = fail(
  "payments_not_configured",
  "Paid products can't be bought here: no payment processor is set up",
);

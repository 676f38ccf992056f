import { ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import { packsToUnits } from "../contract/quantity";
import type { Checkout } from "../contract/answers";
import type { MutationCtx } from "../_generated/server";
import { openCustomer } from "./customers";
import { describeWithPacks } from "./describe";
import type { Holdings } from "./holdings";
import { openPurchasePage, planFor } from "./purchase";
import type { PurchaseParams } from "./purchase";
import type { PurchasePlan } from "./plan";
import { describeProductItem } from "./rules/display";
import { hasProrations } from "./rules/lines";
import type { Line } from "./rules/lines";
import { toMajor } from "./rules/money";
import { prepaidItems } from "./rules/product";
import { nextCycle } from "./rules/renewal";

/**
 * Shows what attaching would do and cost. Nothing about the customer changes;
 * when a card has to be collected, the page that completes the purchase is
 * opened along the way.
 */
export async function checkout(
  ctx: MutationCtx,
  params: PurchaseParams,
  idempotencyKey: string | undefined,
): Promise<Result<Checkout>> {
  const holdings = await openCustomer(ctx, {
    customerId: params.customer_id,
    customerData: params.customer_data,
  });
  const purchase = await planFor(ctx, holdings, params, true);
  if ("failure" in purchase) return purchase.failure;
  const request = { successUrl: params.success_url, idempotencyKey };
  const url =
    purchase.path === "page" ? await openPurchasePage(ctx, holdings, purchase, request) : null;
  return ok(describeCheckout(holdings, purchase.plan, url));
}

function describeCheckout(holdings: Holdings, plan: PurchasePlan, url: string | null): Checkout {
  const { terms, current, lines, totalMinor } = plan;
  const { target, packs, currency, branch, trialEndsAt } = terms;
  const next = nextCycle(terms);
  const inTrial = trialEndsAt !== null && target.free_trial !== null && plan.same === null;
  return {
    url,
    customer_id: holdings.customer.customer_id,
    lines: lines.map((line) => ({
      description: line.description,
      amount: toMajor(line.minor, currency),
      item: describeLineItem(plan, line),
    })),
    total: toMajor(totalMinor, currency),
    currency,
    has_prorations: hasProrations(branch, current),
    options: prepaidItems(target).map(({ feature_id, billing_units = 1 }) => ({
      feature_id,
      quantity: packsToUnits(
        packs.find((option) => option.feature_id === feature_id)?.packs ?? 0,
        billing_units,
      ),
    })),
    product: describeWithPacks(holdings, target, packs, inTrial),
    current_product:
      current && describeWithPacks(holdings, current.product, current.options, false),
    next_cycle: next && { starts_at: next.starts_at, total: toMajor(next.minor, currency) },
  };
}

function describeLineItem({ terms, current }: PurchasePlan, line: Line) {
  const { features, currency } = terms;
  const index = line.itemIndex;
  if (line.of === "target") {
    return describeProductItem({
      product: terms.target,
      index,
      features,
      currency,
      packs: terms.packs,
    });
  }
  if (!current) throw new Error("A line of a product that is not held");
  const { product, options: packs } = current;
  return describeProductItem({ product, index, features, currency, packs });
}

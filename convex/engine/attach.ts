import { ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Attach } from "../contract/answers";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { openCustomer } from "./customers";
import { payDebt } from "./debt";
import type { Holdings } from "./holdings";
import { addPurchaseIntent, closeIntent } from "./intents";
import type { PurchasePlan } from "./plan";
import { openPurchasePage, planFor } from "./purchase";
import type { PurchaseParams } from "./purchase";
import { isFree } from "./rules/product";
import { settle } from "./settle";

/**
 * Attaches a product: plan, effect, settle. Without a card that it needs, it
 * answers with the page that will settle the same intent.
 */
export async function attach(
  ctx: MutationCtx,
  params: PurchaseParams,
  idempotencyKey: string | undefined,
): Promise<Result<Attach>> {
  const { customer_id: customerId, customer_data: customerData } = params;
  // A failed renewal is paid before anything else is sold.
  const holdings = await payDebt(ctx, await openCustomer(ctx, { customerId, customerData }));
  const purchase = await planFor(ctx, holdings, params, false);
  if ("failure" in purchase) return purchase.failure;
  const { plan, processor } = purchase;
  const request = { successUrl: params.success_url, idempotencyKey };
  if (purchase.path === "page") {
    const checkout_url = await openPurchasePage(ctx, holdings, purchase, request);
    const message = `A checkout page is open for ${plan.terms.target.name}`;
    return ok({ ...describeAttach(holdings, plan, "checkout_created", message), checkout_url });
  }
  const intent = await addPurchaseIntent(ctx, holdings, plan, { ...request, tokenHash: null });
  const settled = await settle(ctx, processor, holdings, plan, intent);
  if (settled.error) {
    await closeIntent(ctx, intent, "failed");
    return settled;
  }
  return ok(describeSettled(holdings, plan, settled.data));
}

function describeSettled(
  holdings: Holdings,
  plan: PurchasePlan,
  invoice: Doc<"invoices"> | null,
): Attach {
  const { code, message } = outcomeOf(plan);
  return {
    ...describeAttach(holdings, plan, code, message),
    ...(invoice && {
      invoice: {
        status: invoice.status,
        stripe_id: invoice._id,
        hosted_invoice_url: null,
        total: invoice.total_minor,
        currency: invoice.currency,
      },
    }),
  };
}

function describeAttach(
  { customer }: Holdings,
  { terms }: PurchasePlan,
  code: Attach["code"],
  message: string,
): Attach {
  const product_ids = [terms.target.id];
  return { success: true, customer_id: customer.customer_id, product_ids, code, message };
}

function outcomeOf({ terms, current }: PurchasePlan): { code: Attach["code"]; message: string } {
  const { name } = terms.target;
  switch (terms.branch) {
    case "new":
    case "add_on":
    case "main_is_free":
    case "main_is_trial":
      return isFree(terms.target)
        ? { code: "free_product_attached", message: `${name} is enabled.` }
        : { code: "new_product_attached", message: describeOwned(terms) };
    case "one_off":
      return { code: "one_off_product_attached", message: `${name} is bought.` };
    case "upgrade":
      return { code: "upgraded_to_new_product", message: describeOwned(terms) };
    case "downgrade":
      return {
        code: "downgrade_scheduled",
        message: `${name} begins when ${current ? current.product.name : "the current plan"} ends.`,
      };
    case "renew":
      return { code: "renewed_product", message: `${name} goes on.` };
    case "update_prepaid_quantity":
      return { code: "features_updated", message: `The quantities of ${name} are updated.` };
    case "unchanged":
      throw new Error("A preview of what is already there has no outcome");
  }
}

function describeOwned({ target }: PurchasePlan["terms"]): string {
  return target.is_add_on ? `${target.name} is added.` : `You are on ${target.name}.`;
}

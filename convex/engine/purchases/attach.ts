import { fail, ok } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import type { Attach } from "../../contract/answers";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { askForApproval, awaitsAnswer } from "./approval";
import { openCustomer } from "../customers/customers";
import { payDebt } from "../lifecycle/debt";
import { openEntity } from "../entities/entities";
import type { Holdings } from "../customers/holdings";
import { invoiceUrl } from "../invoices/invoiceViews";
import { addPurchaseIntent, closeIntent, slotsOfBasket } from "./intents";
import type { PurchasePlan } from "./plan";
import type { Basket } from "./basket";
import { intentRequest, openPurchasePage, planFor } from "./purchase";
import type { PurchaseParams } from "./purchase";
import { isFree } from "../rules/product";
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
  const customer = await payDebt(ctx, await openCustomer(ctx, { customerId, customerData }));
  const holdings = await openEntity(ctx, customer, params);
  if ("error" in holdings) return holdings;
  const purchase = await planFor(ctx, holdings, params, false);
  if ("failure" in purchase) return purchase.failure;
  const { basket, processor } = purchase;
  const request = intentRequest(params, idempotencyKey);
  if (purchase.path === "page") {
    const checkout_url = await openPurchasePage(ctx, holdings, purchase, request);
    return ok({ ...describeAttach(holdings, basket, pageOutcome(params, basket)), checkout_url });
  }
  if (await awaitsAnswer(ctx, holdings, slotsOfBasket(basket))) {
    return IN_PROGRESS;
  }
  const intent = await addPurchaseIntent(ctx, holdings, basket, { ...request, tokenHash: null });
  const settled = await settle(ctx, processor, holdings, basket, intent);
  if (!settled.error) return ok(await describeSettled(holdings, basket, settled.data));
  // Its answer is still to come, and settles the same intent.
  if (settled.error.code === "payment_pending") return settled;
  if (settled.error.code === "authentication_required") {
    return ok(await askForApproval(ctx, processor, holdings, intent));
  }
  await closeIntent(ctx, intent, "failed");
  return settled;
}

interface Outcome {
  code: Attach["code"];
  message: string;
}

function pageOutcome({ invoice }: PurchaseParams, basket: Basket): Outcome {
  return invoice === true
    ? { code: "invoice_action_required", message: `The invoice for ${namesOf(basket)} waits` }
    : { code: "checkout_created", message: `A checkout page is open for ${namesOf(basket)}` };
}

export async function describeSettled(
  holdings: Holdings,
  basket: Basket,
  invoice: Doc<"invoices"> | null,
): Promise<Attach> {
  return {
    ...describeAttach(holdings, basket, outcomeOfBasket(basket)),
    ...(invoice && {
      invoice: {
        status: invoice.status,
        stripe_id: invoice._id,
        hosted_invoice_url: await invoiceUrl(invoice, holdings.now),
        total: invoice.total_minor,
        currency: invoice.currency,
      },
    }),
  };
}

function describeAttach({ customer }: Holdings, basket: Basket, outcome: Outcome): Attach {
  const product_ids = basket.map(({ terms }) => terms.target.id);
  return { success: true, customer_id: customer.customer_id, product_ids, ...outcome };
}

function outcomeOfBasket(basket: Basket): Outcome {
  if (basket.length === 1) return outcomeOf(basket[0]);
  const codes = new Set(basket.map((plan) => outcomeOf(plan).code));
  const [code = "new_product_attached"] = codes.size === 1 ? codes : [];
  return { code, message: `${namesOf(basket)} are added.` };
}

function namesOf(basket: Basket): string {
  return basket.map(({ terms }) => terms.target.name).join(" and ");
}

function outcomeOf({ terms, current }: PurchasePlan): Outcome {
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
    case "new_version":
      return { code: "upgraded_to_new_product", message: `${name} is up to date.` };
    case "update_prepaid_quantity":
      return { code: "features_updated", message: `The quantities of ${name} are updated.` };
    case "unchanged":
      throw new Error("A preview of what is already there has no outcome");
  }
}

function describeOwned({ target }: PurchasePlan["terms"]): string {
  return target.is_add_on ? `${target.name} is added.` : `You are on ${target.name}.`;
}

const IN_PROGRESS = fail("payment_in_progress", "A payment for this is on its way already", 409);

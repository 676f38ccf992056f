import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Attach } from "../../../contract/answers";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { askForApproval, awaitsAnswer } from "./approval";
import { openCustomer } from "../customers/customers";
import { awaitsDebt, payDebtOnce } from "../renewal/debt";
import { openEntity } from "../entities/entities";
import type { Holdings } from "../../store/customers/holdings";
import { commit } from "../../store/commit";
import { addDraft } from "../invoices/issuing";
import { summariseInvoice } from "../../store/invoices/invoiceViews";
import { addPurchaseIntent, closeIntent } from "./intents";
import { invoiceOf } from "./invoiceOf";
import type { PurchasePlan } from "./plan";
import type { Basket } from "./basket";
import { intentRequest, openPurchasePage, planFor } from "./purchase";
import type { PurchaseParams } from "./purchase";
import { isFree } from "../../rules/product";
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
  const asker = await openCustomer(ctx, { customerId, customerData }, params.entity_id ?? null);
  const customer = await payDebtOnce(ctx, asker, idempotencyKey);
  if (await awaitsDebt(ctx, customer)) return IN_PROGRESS;
  const holdings = await openEntity(ctx, customer, params);
  if ("error" in holdings) return holdings;
  const purchase = await planFor(ctx, holdings, params, false);
  if ("failure" in purchase) return purchase.failure;
  const { basket, processor } = purchase;
  const request = intentRequest(params, idempotencyKey);
  if (purchase.path === "page") {
    const page = await openPurchasePage(ctx, holdings, purchase, request);
    const draft =
      params.invoice === true ? await draftFor(ctx, holdings, basket, page.intent) : null;
    const described = describeAttach(holdings, basket, pageOutcome(params, basket));
    const invoice = await describeInvoice(draft, holdings.now);
    return ok({ ...described, ...invoice, checkout_url: page.url });
  }
  if (await awaitsAnswer(ctx, holdings, basket)) {
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

/** The invoice that was asked for: it is issued once its page is completed, and void when it is not. */
async function draftFor(
  ctx: MutationCtx,
  holdings: Holdings,
  basket: Basket,
  id: Id<"intents">,
): Promise<Doc<"invoices"> | null> {
  const intent = await ctx.db.get("intents", id);
  const due = intent && invoiceOf(basket, intent, holdings.now);
  if (!due) return null;
  const draft = await addDraft(ctx, holdings.customer._id, due);
  await commit(ctx, holdings);
  return draft;
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
    ...(await describeInvoice(invoice, holdings.now)),
  };
}

async function describeInvoice(
  invoice: Doc<"invoices"> | null,
  now: number,
): Promise<Pick<Attach, "invoice">> {
  if (!invoice) return {};
  return { invoice: await summariseInvoice(invoice, now) };
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

const IN_PROGRESS = fail("lock_already_exists", "A payment for this is on its way already", 423);

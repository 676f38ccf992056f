import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Attach } from "../../../contract/responses";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { askForApproval, awaitsAnswer } from "./approval";
import { ensureCurrentCustomer } from "../customers/customers";
import { awaitsDebt, payDebtOnce } from "../renewal/debt";
import { openEntity } from "../entities/entities";
import type { CustomerState } from "../../store/customers/customerState";
import { reloadAndSave } from "../../store/saveRevision";
import { addDraft } from "../invoices/drafts";
import { summariseInvoice } from "../responses/invoiceViews";
import { addPurchaseIntent } from "./intents";
import { offerOtherCard } from "./otherCard";
import { draftOf } from "./planBilling";
import type { PurchasePlan } from "./plan";
import type { Cart } from "./cart";
import { intentRequest, openPurchasePage, planFor, wantsPage } from "./purchase";
import type { PurchaseParams } from "./purchase";
import { isFree } from "../../rules/products/product";
import { fulfil } from "./fulfil";

/**
 * Attaches a product: plan, charge, apply. Without a required card, it returns the
 * page that completes the same intent. A refusal with `payment_failed` has the page
 * where another card can pay, as `checkout_url`.
 */
export async function attach(
  ctx: MutationCtx,
  params: PurchaseParams,
  idempotencyKey: string | undefined,
): Promise<Result<Attach>> {
  const { customer_id: customerId, customer_data: customerData } = params;
  const caller = await ensureCurrentCustomer(
    ctx,
    { customerId, customerData },
    params.entity_id ?? null,
  );
  // The customer pays a failed renewal before any other sale. A page charges only the amounts that it
  // shows.
  const customer = wantsPage(params) ? caller : await payDebtOnce(ctx, caller, idempotencyKey);
  if (await awaitsDebt(ctx, customer)) return IN_PROGRESS;
  const customerState = await openEntity(ctx, customer, params);
  if ("error" in customerState) return customerState;
  const purchase = await planFor(ctx, customerState, params, false);
  if ("error" in purchase) return purchase;
  const { cart, processor } = purchase;
  const request = intentRequest(params, idempotencyKey);
  if (purchase.path === "page") {
    const page = await openPurchasePage(ctx, customerState, purchase, request);
    const draft =
      params.invoice === true ? await draftFor(ctx, customerState, cart, page.intent) : null;
    const described = serializeAttach(customerState, cart, pageOutcome(params, cart));
    const invoice = await serializeInvoice(draft, customerState.now);
    return ok({ ...described, ...invoice, checkout_url: page.url });
  }
  if (await awaitsAnswer(ctx, customerState, cart)) {
    return IN_PROGRESS;
  }
  const intent = await addPurchaseIntent(ctx, customerState, cart, { ...request, tokenHash: null });
  const settled = await fulfil(ctx, processor, customerState, cart, intent);
  if (!settled.error) return ok(await serializeSettled(customerState, cart, settled.data));
  // Its answer is still to come, and completes the same intent.
  if (settled.error.code === "payment_pending") return settled;
  if (settled.error.code === "authentication_required") {
    return ok(await askForApproval(ctx, processor, customerState, intent));
  }
  return await offerOtherCard(ctx, processor, intent, settled);
}

/**
 * The requested invoice: it is issued when its page is completed, and void if the
 * customer never completes it.
 */
async function draftFor(
  ctx: MutationCtx,
  customerState: CustomerState,
  cart: Cart,
  id: Id<"intents">,
): Promise<Doc<"invoices"> | null> {
  const intent = await ctx.db.get("intents", id);
  const due = intent && draftOf(cart, intent, customerState.now);
  if (!due) return null;
  const draft = await addDraft(ctx, customerState.customer._id, due);
  await reloadAndSave(ctx, customerState);
  return draft;
}

interface Outcome {
  code: Attach["code"];
  message: string;
}

function pageOutcome({ invoice }: PurchaseParams, cart: Cart): Outcome {
  return invoice === true
    ? { code: "invoice_action_required", message: `The invoice for ${namesOf(cart)} waits` }
    : { code: "checkout_created", message: `A checkout page is open for ${namesOf(cart)}` };
}

export async function serializeSettled(
  customerState: CustomerState,
  cart: Cart,
  invoice: Doc<"invoices"> | null,
): Promise<Attach> {
  return {
    ...serializeAttach(customerState, cart, outcomeOfCart(cart)),
    ...(await serializeInvoice(invoice, customerState.now)),
  };
}

async function serializeInvoice(
  invoice: Doc<"invoices"> | null,
  now: number,
): Promise<Pick<Attach, "invoice">> {
  if (!invoice) return {};
  return { invoice: await summariseInvoice(invoice, now) };
}

function serializeAttach({ customer }: CustomerState, cart: Cart, outcome: Outcome): Attach {
  const product_ids = cart.map(({ change }) => change.target.id);
  return { success: true, customer_id: customer.customer_id, product_ids, ...outcome };
}

function outcomeOfCart(cart: Cart): Outcome {
  if (cart.length === 1) return outcomeOf(cart[0]);
  const codes = new Set(cart.map((plan) => outcomeOf(plan).code));
  const [code = "new_product_attached"] = codes.size === 1 ? codes : [];
  return { code, message: `${namesOf(cart)} are added.` };
}

function namesOf(cart: Cart): string {
  return cart.map(({ change }) => change.target.name).join(" and ");
}

function outcomeOf(plan: PurchasePlan): Outcome {
  const { row, change } = plan;
  if (!row.outcome) throw new Error("A change that attach refuses has no outcome");
  const code = isFree(change.target) ? row.outcome.free : row.outcome.paid;
  return { code, message: describeOutcome(plan, row.outcome.message) };
}

function describeOutcome(
  { change, current }: PurchasePlan,
  message: NonNullable<PurchasePlan["row"]["outcome"]>["message"],
): string {
  const { name } = change.target;
  switch (message) {
    case "added":
      return isFree(change.target) ? `${name} is enabled.` : describeOwned(change);
    case "bought":
      return `${name} is bought.`;
    case "later":
      return `${name} begins when ${current ? current.product.name : "the current plan"} ends.`;
    case "renewed":
      return `${name} is no longer canceled.`;
    case "moved":
      return `${name} is up to date.`;
    case "quantities":
      return `The quantities of ${name} are updated.`;
  }
}

function describeOwned({ target }: PurchasePlan["change"]): string {
  return target.is_add_on ? `${target.name} is added.` : `You are on ${target.name}.`;
}

const IN_PROGRESS = fail("lock_already_exists", "A payment for this is on its way already", 423);

import { ok } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import type { NextInvoice } from "../../../contract/nextInvoice";
import { splitPayment } from "../../../contract/splitPayment";
import type { Checkout, CheckoutLine, ProductPreview } from "../../../contract/responses";
import type { WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ensureCurrentCustomer } from "../customers/customers";
import { serializeWithPacks } from "../responses/serializeCustomer";
import { invoiceUrl } from "../responses/invoiceViews";
import { openEntity } from "../entities/entities";
import { loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { withEntities } from "../../store/effects";
import { cartTotal } from "./cart";
import { serializeLosses } from "./consequences";
import type { Cart } from "./cart";
import { NO_DEBT, previewDebt } from "../renewal/debt";
import type { Debt } from "../renewal/debt";
import { PRODUCTS_ALONG } from "../renewal/dueSteps";
import { planNextInvoice, withSuccessorEntities } from "../renewal/nextInvoice";
import { cartEffects } from "./purchaseEffects";
import { previewId } from "./previewId";
import { intentRequest, openPurchasePage, planFor, wantsPage } from "./purchase";
import type { Purchase, PurchaseParams } from "./purchase";
import { beginsAtEnd, scenarioInCheckout, serializeStarts } from "./starts";
import type { PurchasePlan } from "./plan";
import { serializeProductItem } from "../../rules/products/display";
import { currentProducts, quantityOf } from "../../rules/subscriptions/currentProducts";
import { applyDiscountPeriods } from "../../rules/discounts/customerDiscounts";
import { asIfPaid } from "../../rules/renewals/debt";
import { usedDiscounts } from "../../rules/discounts/discounts";
import { applyEffects } from "../../rules/effects/effects";
import { totalOf } from "../../rules/invoices/invoice";
import type { Line } from "../../rules/invoices/lines";
import type { CatalogueProduct, SubscriptionOption } from "../../rules/model";
import { toMajor } from "../../rules/money/money";
import { prepaidItems } from "../../rules/products/product";
import { previewProduct } from "../../rules/plans/productPreview";
import { nextCycle } from "../../rules/renewals/renewal";

/**
 * Shows what attaching would do and cost. It changes nothing about the customer.
 * When a card is needed, it opens the page that completes the purchase.
 */
export async function checkout(
  ctx: MutationCtx,
  params: WireParams<"checkout">,
  idempotencyKey: string | undefined,
): Promise<Result<Checkout>> {
  const { customer_id: customerId, customer_data: customerData } = params;
  const customer = await ensureCurrentCustomer(
    ctx,
    { customerId, customerData },
    params.entity_id ?? null,
  );
  const opened = await openEntity(ctx, customer, params);
  if ("error" in opened) return opened;
  const shown = await planShown(ctx, opened, params);
  if ("error" in shown) return shown;
  const { customerState, purchase } = shown;
  const request = intentRequest(params, idempotencyKey);
  const page =
    purchase.path === "page" ? await openPurchasePage(ctx, customerState, purchase, request) : null;
  const preview_id = await previewId(customerState, purchase.cart);
  const described = await serializeCheckout(shown);
  const next_invoice = await nextInvoiceAfter(ctx, shown);
  const next = next_invoice === undefined ? {} : { next_invoice };
  return ok({ ...described, ...next, url: page && page.url, preview_id });
}

/** What attach would do: it pays open invoices first, then sells. A page does neither. */
async function planShown(
  ctx: MutationCtx,
  opened: CustomerState,
  params: PurchaseParams,
): Promise<Shown | Failure> {
  const { customerState, debt } = wantsPage(params)
    ? { customerState: opened, debt: NO_DEBT }
    : await previewDebt(ctx, opened);
  const purchase = await planFor(ctx, customerState, params, true);
  return "error" in purchase ? purchase : { purchase, customerState, debt };
}

/** A planned purchase, the debt paid before it, and the customer state between the two. */
interface Shown {
  purchase: Purchase;
  customerState: CustomerState;
  debt: Debt;
}

/**
 * The customer's next invoice after the purchase, with everything that is due then. A checkout
 * loads the products of a few entities only, so that its cost does not grow with their number.
 *
 * @returns As {@link planNextInvoice}. Undefined also for more than {@link PRODUCTS_ALONG} entities.
 */
async function nextInvoiceAfter(
  ctx: QueryCtx,
  { customerState: part, purchase: { cart, hasCard }, debt }: Shown,
): Promise<NextInvoice | null | undefined> {
  const { customer, now, catalogue } = part;
  const entities = Object.values(customer.seats ?? {}).reduce((sum, count) => sum + count, 0);
  if (entities > PRODUCTS_ALONG) return undefined;
  const whole = entities > 0 ? await loadCustomerState(ctx, customer, now, { catalogue }) : part;
  const before = { ...whole, subscriptions: asIfPaid(whole.subscriptions, debt.invoices) };
  const targets = cart.map(({ change }) => change.target);
  const state = await withEntities(ctx, await withSuccessorEntities(ctx, before), targets);
  const { effects } = cartEffects(
    state,
    cart.filter(({ row }) => row.effect !== "none"),
  );
  const [{ change }] = cart;
  const used = usedDiscounts(cart.flatMap(({ lines }) => lines));
  const discounts = applyDiscountPeriods(change.discounts ?? [], used, now);
  return planNextInvoice(applyEffects(state, effects), discounts, hasCard);
}

/** The same purchase in short, for a confirmation; null: nothing to confirm, or refused. */
export async function previewPurchase(
  ctx: MutationCtx,
  opened: CustomerState,
  params: PurchaseParams,
): Promise<ProductPreview | null> {
  const shown = await planShown(ctx, opened, params);
  if ("error" in shown) return null;
  const { cart, path } = shown.purchase;
  const [{ change }] = cart;
  return previewProduct({
    checkout: await serializeCheckout(shown),
    kind: change.kind,
    path,
  });
}

/** The first product represents the cart: its dialog, and the plan that it replaces. */
async function serializeCheckout({
  customerState,
  purchase: { cart, otherStart },
  debt,
}: Shown): Promise<Omit<Checkout, "url" | "preview_id" | "next_invoice">> {
  const [plan] = cart;
  const { change, entityId } = plan;
  const current = productLeft(customerState, plan);
  const { target, options, currency, trialEndsAt } = change;
  const inTrial = trialEndsAt !== null && target.free_trial !== null && plan.owned === null;
  const describe = (
    product: CatalogueProduct,
    options: readonly SubscriptionOption[],
    trial: boolean,
  ) => serializeWithPacks(customerState, product, options, trial, entityId);
  const product = describe(target, options, inTrial);
  const losses = serializeLosses(customerState, plan, product.items);
  const { payment, creditLeft } = payToday(customerState, cart, debt);
  // An upgrade that takes nothing away has no reason to wait.
  const mayWait = losses !== null || product.scenario === "downgrade" || beginsAtEnd(plan);
  const other = mayWait ? otherStart : null;
  const invoices = debt.invoices.map((invoice) => serializeDebt(customerState, invoice));
  return {
    customer_id: customerState.customer.customer_id,
    lines: [...(await Promise.all(invoices)), ...cart.flatMap(serializeLines)],
    total: toMajor(cartTotal(cart) + debt.minor, currency),
    currency,
    has_prorations: cart.some((part) => part.row.prorates),
    options: cart.flatMap(serializeOptions),
    product: { ...product, ...scenarioInCheckout(plan) },
    current_product: current && describe(current.product, current.options, false),
    ...serializeNextCycle(cart, creditLeft),
    payment,
    ...(losses && { losses }),
    ...(other && { starts: serializeStarts(plan, other, customerState.now, debt.minor) }),
  };
}

/** How the debt and then the purchase are paid: from the customer's credit first. */
function payToday({ customer }: CustomerState, cart: Cart, debt: Debt) {
  const { currency } = cart[0].change;
  const { fromCredit, byCard } = splitPayment(cartTotal(cart), customer.credit_minor);
  const paid = { fromCredit: debt.fromCredit + fromCredit, byCard: debt.byCard + byCard };
  return {
    payment: serializePayment(paid, currency),
    creditLeft: customer.credit_minor - fromCredit,
  };
}

function serializePayment(
  { fromCredit, byCard }: ReturnType<typeof splitPayment>,
  currency: string,
): NonNullable<Checkout["payment"]> {
  return { by_card: toMajor(byCard, currency), from_credit: toMajor(fromCredit, currency) };
}

/** The product that this one replaces; for a scheduled one, the product until then. */
function productLeft(
  { subscriptions }: CustomerState,
  { change, owned, current, entityId }: PurchasePlan,
) {
  return owned?.status === "scheduled"
    ? currentProducts(subscriptions, change.target, entityId).main
    : current;
}

async function serializeDebt(
  { catalogue, now }: CustomerState,
  row: Doc<"invoices">,
): Promise<CheckoutLine> {
  const { number = "", total_minor, currency, created_at, product_ids } = row;
  return {
    description: `Unpaid invoice ${number}`,
    amount: toMajor(total_minor, currency),
    item: null,
    invoice: {
      number,
      product_names: product_ids.map((id) => catalogue.products.get(id)?.name ?? id),
      created_at,
      hosted_invoice_url: await invoiceUrl(row, now),
    },
  };
}

function serializeLines(plan: PurchasePlan): CheckoutLine[] {
  const { currency } = plan.change;
  const amount = (minor: number) => toMajor(minor, currency);
  return [
    ...plan.lines.map((line) => ({
      description: line.description,
      amount: amount(line.minor),
      item: serializeLineItem(plan, line),
    })),
    ...plan.pending.map(({ description, minor }) => ({
      description,
      amount: amount(minor),
      item: null,
    })),
  ];
}

function serializeOptions({ change }: PurchasePlan): Checkout["options"] {
  return prepaidItems(change.target).map(({ feature_id }) => ({
    feature_id,
    quantity: quantityOf(change.options, feature_id),
  }));
}

/**
 * The next invoice; with several products, of those due first.
 *
 * @param credit - The customer's credit after today, in minor units.
 */
function serializeNextCycle(
  cart: Cart,
  credit: number,
): Pick<Checkout, "next_cycle" | "next_payment"> {
  const cycles = cart.flatMap((plan) => {
    const next = nextCycle(plan.change);
    return next ? [{ starts_at: next.starts_at, minor: next.minor + waitingMinor(plan) }] : [];
  });
  const [first] = cycles.map(({ starts_at }) => starts_at).sort((a, b) => a - b);
  if (first === undefined) return { next_cycle: null };
  const minor = totalOf(cycles.filter(({ starts_at }) => starts_at === first));
  const { currency } = cart[0].change;
  return {
    next_cycle: { starts_at: first, total: toMajor(minor, currency) },
    next_payment: serializePayment(splitPayment(minor, credit), currency),
  };
}

/** Lines that wait for the next invoice after this purchase. */
function waitingMinor({ row, current, deferred }: PurchasePlan): number {
  const waiting = row.waitingLines === "stay" ? (current?.pending_lines ?? []) : [];
  return totalOf([...waiting, ...deferred]);
}

function serializeLineItem({ change, current }: PurchasePlan, line: Line) {
  const { features, currency } = change;
  const index = line.itemIndex;
  if (line.of === "target") {
    return serializeProductItem({
      product: change.target,
      index,
      features,
      currency,
      options: change.options,
    });
  }
  if (!current) throw new Error("A line of a product that is not held");
  const { product, options } = current;
  return serializeProductItem({ product, index, features, currency, options });
}

import { ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import { packsToUnits } from "../../../contract/quantity";
import type { Checkout, CheckoutLine, ProductPreview } from "../../../contract/responses";
import type { WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { openCustomer } from "../customers/customers";
import { serializeWithPacks } from "../../store/customers/serialize";
import { openEntity } from "../entities/entities";
import type { CustomerState } from "../../store/customers/customerState";
import { cartTotal } from "./cart";
import { serializeConsequences, serializePayment, scenarioAtEnd } from "./consequences";
import type { Cart } from "./cart";
import { previewDebt } from "../renewal/debt";
import { previewId } from "./previewId";
import { intentRequest, openPurchasePage, planFor, wantsPage } from "./purchase";
import type { PurchaseParams } from "./purchase";
import type { PurchasePlan } from "./plan";
import { serializeProductItem } from "../../rules/display";
import { currentProducts, packsOf } from "../../rules/currentProducts";
import { totalOf } from "../../rules/invoice";
import { hasProrations } from "../../rules/lines";
import type { Line } from "../../rules/lines";
import type { CatalogueProduct, SubscriptionOption } from "../../rules/model";
import { toMajor } from "../../rules/money";
import { prepaidItems } from "../../rules/product";
import { previewProduct } from "../../rules/productPreview";
import { nextCycle } from "../../rules/renewal";

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
  const customer = await openCustomer(ctx, { customerId, customerData }, params.entity_id ?? null);
  const opened = await openEntity(ctx, customer, params);
  if ("error" in opened) return opened;
  const shown = await planShown(ctx, opened, params);
  if ("failure" in shown) return shown.failure;
  const { customerState, purchase, debts } = shown;
  const request = intentRequest(params, idempotencyKey);
  const page =
    purchase.path === "page" ? await openPurchasePage(ctx, customerState, purchase, request) : null;
  const preview_id = await previewId(customerState, purchase.cart);
  const described = serializeCheckout(customerState, purchase.cart, debts);
  return ok({ ...described, url: page && page.url, preview_id });
}

/** What attach would do: it pays open invoices first, then sells. A page does neither. */
async function planShown(ctx: MutationCtx, opened: CustomerState, params: PurchaseParams) {
  const { customerState, debts } = wantsPage(params)
    ? { customerState: opened, debts: [] }
    : await previewDebt(ctx, opened);
  const purchase = await planFor(ctx, customerState, params, true);
  return "failure" in purchase ? purchase : { purchase, customerState, debts };
}

/** The same purchase in short, for a confirmation; null: nothing to confirm, or refused. */
export async function previewPurchase(
  ctx: MutationCtx,
  opened: CustomerState,
  params: PurchaseParams,
): Promise<ProductPreview | null> {
  const shown = await planShown(ctx, opened, params);
  if ("failure" in shown) return null;
  const { customerState, purchase, debts } = shown;
  const { cart, path } = purchase;
  const [{ change }] = cart;
  return previewProduct({
    checkout: serializeCheckout(customerState, cart, debts),
    branch: change.branch,
    path,
  });
}

/** The first product represents the cart: its dialog, and the plan that it replaces. */
function serializeCheckout(
  customerState: CustomerState,
  cart: Cart,
  debts: readonly Doc<"invoices">[],
): Omit<Checkout, "url" | "preview_id"> {
  const [plan] = cart;
  const { change, entityId } = plan;
  const current = productLeft(customerState, plan);
  const { target, packs, currency, trialEndsAt } = change;
  const inTrial = trialEndsAt !== null && target.free_trial !== null && plan.same === null;
  const describe = (
    product: CatalogueProduct,
    options: readonly SubscriptionOption[],
    trial: boolean,
  ) => serializeWithPacks(customerState, product, options, trial, entityId);
  const product = describe(target, packs, inTrial);
  return {
    customer_id: customerState.customer.customer_id,
    lines: [...debts.map(serializeDebt), ...cart.flatMap(serializeLines)],
    total: toMajor(cartTotal(cart) + debtOf(debts), currency),
    currency,
    has_prorations: cart.some((part) => hasProrations(part.change.branch, part.current)),
    options: cart.flatMap(serializeOptions),
    product: { ...product, ...scenarioAtEnd(plan, product) },
    current_product: current && describe(current.product, current.options, false),
    next_cycle: serializeNextCycle(cart),
    payment: serializePayment(customerState, cart),
    ...serializeConsequences(customerState, plan, product.items),
  };
}

/** The product that this one replaces; for a scheduled one, the product until then. */
function productLeft(
  { subscriptions }: CustomerState,
  { change, same, current, entityId }: PurchasePlan,
) {
  return same?.status === "scheduled"
    ? currentProducts(subscriptions, change.target, entityId).main
    : current;
}

function serializeDebt({ number = "", total_minor, currency }: Doc<"invoices">): CheckoutLine {
  const amount = toMajor(total_minor, currency);
  return { description: `Unpaid invoice ${number}`, amount, item: null };
}

function debtOf(debts: readonly Doc<"invoices">[]): number {
  return debts.reduce((sum, { total_minor }) => sum + total_minor, 0);
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
  return prepaidItems(change.target).map(({ feature_id, billing_units = 1 }) => ({
    feature_id,
    quantity: packsToUnits(packsOf(change.packs, feature_id), billing_units),
  }));
}

/** The next invoice: of several products, of those that are due first. */
function serializeNextCycle(cart: Cart): Checkout["next_cycle"] {
  const cycles = cart.flatMap((plan) => {
    const next = nextCycle(plan.change);
    return next ? [{ starts_at: next.starts_at, minor: next.minor + waitingMinor(plan) }] : [];
  });
  const [first] = cycles.map(({ starts_at }) => starts_at).sort((a, b) => a - b);
  if (first === undefined) return null;
  const total = totalOf(cycles.filter(({ starts_at }) => starts_at === first));
  return { starts_at: first, total: toMajor(total, cart[0].change.currency) };
}

/** Lines that wait for the next invoice after this purchase. */
function waitingMinor({ change, current, deferred }: PurchasePlan): number {
  const isKept = change.branch === "renew" || change.branch === "update_prepaid_quantity";
  const waiting = isKept || change.branch === "new_version" ? (current?.pending_lines ?? []) : [];
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
      packs: change.packs,
    });
  }
  if (!current) throw new Error("A line of a product that is not held");
  const { product, options: packs } = current;
  return serializeProductItem({ product, index, features, currency, packs });
}

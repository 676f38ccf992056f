import type { CustomerState } from "../../store/customers/customerState";
import { planPurchase } from "./plan";
import type { PurchasePlan, PurchaseRequest } from "./plan";
import type { Benefits } from "../rewards/benefits";
import { discountsLeft, isDiscountable } from "../../rules/discounts/discounts";
import { asDiscount } from "../../rules/discounts/customerDiscounts";
import type { CatalogueProduct, Refusal, SubscriptionOption } from "../../rules/model";
import { isFree, isPlan, prepaidItems } from "../../rules/products/product";
import { refuseMoreProducts } from "../../rules/subscriptions/subscriptionLimit";

/** Everything in one purchase: one charge, one invoice, all of it or nothing. */
export type Cart = readonly [PurchasePlan, ...PurchasePlan[]];

/** The requested purchase. */
export interface CartRequest extends Omit<PurchaseRequest, "productId" | "beside"> {
  productIds: readonly [string, ...string[]];
  reward: Benefits["reward"];
}

/** Plans the purchase of one product, or of several together: plans first, then add-ons. */
export function planCart(
  customerState: CustomerState,
  request: CartRequest,
): { cart: Cart } | { error: Refusal } {
  const planned = planProducts(customerState, request);
  if ("error" in planned) return planned;
  const { subscriptions } = customerState;
  const kinds = planned.cart.map(({ change }) => change.kind);
  const full = refuseMoreProducts(subscriptions, request.entityId, kinds);
  const error = full ?? refuseReward(customerState, planned.cart, request.reward);
  return error ? { error } : planned;
}

/**
 * The quantities of a cart by feature: of one that several products sell, it buys none.
 *
 * A product that begins beside the customer's own copy has none of what was not
 * requested. A stored 0 would ask to change the quantity of that copy instead.
 */
export function optionsOf(cart: Cart): SubscriptionOption[] {
  const options = cart.flatMap(({ change, row }) =>
    row.from === "none" ? change.options.filter(({ quantity }) => quantity > 0) : change.options,
  );
  return [...new Map(options.map((option) => [option.feature_id, option])).values()];
}

/** Sum of the amounts due now, in minor units. */
export function cartTotal(cart: Cart): number {
  return cart.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
}

function planProducts(
  customerState: CustomerState,
  request: CartRequest,
): { cart: Cart } | { error: Refusal } {
  const [first, ...more] = request.productIds;
  if (more.length === 0) {
    const planned = planPurchase(customerState, { ...request, productId: first, beside: [] });
    return "error" in planned ? planned : { cart: [planned.plan] };
  }
  const products = productsOf(customerState, request.productIds);
  if ("error" in products) return products;
  const error = refuseOptions(products.list, request);
  if (error) return { error };
  const plans: PurchasePlan[] = [];
  for (const product of products.list) {
    const planned = planOneOf(customerState, request, product, plans);
    if ("error" in planned) return planned;
    plans.push(planned.plan);
  }
  const shared = refuseSharedUnits(plans);
  if (shared) return { error: shared };
  const [head, ...rest] = plans;
  if (!head) throw new Error("A cart without products");
  return { cart: [head, ...rest] };
}

function productsOf(
  { catalogue }: CustomerState,
  ids: readonly string[],
): { list: CatalogueProduct[] } | { error: Refusal } {
  const list: CatalogueProduct[] = [];
  for (const id of ids) {
    const product = catalogue.products.get(id);
    if (!product) {
      return { error: { code: "product_not_found", message: `Product ${id} not found` } };
    }
    if (list.includes(product)) return refuse(`Product ${id} is given twice`);
    const sibling = list.find((other) => isPlan(other) && other.group === product.group);
    if (sibling && isPlan(product)) {
      return refuse(`${sibling.name} and ${product.name} replace one another: choose one`);
    }
    list.push(product);
  }
  return { list: list.sort((a, b) => Number(!isPlan(a)) - Number(!isPlan(b))) };
}

function planOneOf(
  customerState: CustomerState,
  request: CartRequest,
  product: CatalogueProduct,
  plans: readonly PurchasePlan[],
): ReturnType<typeof planPurchase> {
  const options = request.options.filter((option) => sells(product, option.feature_id));
  const beside = plans.map(({ change }) => change);
  const lines = plans.flatMap((plan) => plan.lines);
  const discounts = discountsLeft(request.discounts ?? [], lines, customerState.catalogue.currency);
  const own = { productId: product.id, options, discounts, beside };
  const planned = planPurchase(customerState, { ...request, ...own });
  if ("error" in planned) return planned;
  const { row, scheduled } = planned.plan;
  if (row.inCart && (scheduled === null || !isPlan(product))) {
    return planned;
  }
  return refuse(`${product.name} changes a plan that is held: attach it by itself`);
}

/** An option for a feature that none of the products sells. */
function refuseOptions(
  products: readonly CatalogueProduct[],
  { options }: CartRequest,
): Refusal | null {
  const unknown = options.find(
    ({ feature_id: id }) => !products.some((product) => sells(product, id)),
  );
  if (!unknown) return null;
  const message = `None of the products has a prepaid price for feature ${unknown.feature_id}`;
  return { code: "price_not_found", message };
}

/** Refuses units of a feature that several products sell: each would sell the whole quantity. */
function refuseSharedUnits(plans: readonly PurchasePlan[]): Refusal | null {
  const wanted = plans
    .flatMap(({ change }) => change.options)
    .filter(({ quantity }) => quantity > 0);
  for (const { feature_id: id } of wanted) {
    const sellers = plans.filter(({ change }) => sells(change.target, id));
    const [one, other] = sellers.map(({ change }) => change.target.name);
    if (other === undefined) continue;
    const message = `${one} and ${other} both sell feature ${id}: buy more of it with one of them, by itself`;
    return { code: "invalid_options", message };
  }
  return null;
}

/** Refuses a discount that applies to none of the products: it would stay unused, unnoticed. */
function refuseReward(
  { catalogue }: CustomerState,
  cart: Cart,
  reward: Benefits["reward"],
): Refusal | null {
  const discount = reward && asDiscount(reward, catalogue.products);
  if (!discount) return null;
  if (cart.some(({ change }) => isDiscountable(change.target, discount))) return null;
  const names = cart.map(({ change }) => change.target.name).join(" and ");
  return {
    code: "invalid_request",
    message: `This promotion code takes nothing off ${names}`,
  };
}

function sells(product: CatalogueProduct, featureId: string): boolean {
  return !isFree(product) && prepaidItems(product).some((item) => item.feature_id === featureId);
}

function refuse(message: string): { error: Refusal } {
  return { error: { code: "invalid_request", message } };
}

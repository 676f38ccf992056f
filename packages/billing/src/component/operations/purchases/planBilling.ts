import type { Doc } from "../../_generated/dataModel";
import { isNothing } from "../../rules/invoices/invoice";
import { creditsIn } from "../../rules/invoices/lines";
import type { Line } from "../../rules/invoices/lines";
import { originOf } from "../../rules/renewals/schedule";
import type { CustomerState } from "../../store/customers/customerState";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { storeLines } from "../../store/invoices/storedLines";
import type { NewInvoice } from "../invoices/drafts";
import type { BillingPlan, Entry, NewBill } from "../settlement/billingPlan";
import type { Cart } from "./cart";
import type { PurchasePlan } from "./plan";
import { cartEffects } from "./purchaseEffects";

/**
 * Plans the charge of a purchase, and the effects to store once it is paid. The amounts
 * are those that the buyer saw.
 *
 * @param customerState - With the entities that the products may grant to.
 * @param shown - The open purchase.
 */
export function planBilling(
  customerState: CustomerState,
  cart: Cart,
  shown: Doc<"intents">,
): BillingPlan {
  const { _id: id, currency, total_minor: minor, lines, reward: code } = shown;
  const { effects, subscriptions } = cartEffects(customerState, cart);
  const issue = { ...headOf(cart), lines: nameSubscriptions(cart, lines, subscriptions) };
  return {
    purpose: "purchase",
    due: { key: { kind: "intent", id }, currency, minor },
    bill: { issue },
    effects,
    entries: cart.flatMap((plan, index) =>
      entriesOf(plan, named(plan, subscriptions[index]), customerState.now),
    ),
    discountable: cart.flatMap((plan) => plan.lines),
    code,
    ...productsIn(cart),
  };
}

/** The invoice of an open purchase, which has no subscriptions yet; null if nothing is billed. */
export function draftOf(cart: Cart, shown: Doc<"intents">, at: number): NewInvoice | null {
  const { _id: key, currency, lines } = shown;
  if (lines.every(isNothing)) return null;
  const { reason, productIds, creditedProductIds: credited } = headOf(cart);
  return {
    ...{ key, currency, lines, created_at: at, subscription: null },
    ...{ product_ids: [...productIds], billing_reason: reason },
    ...(credited && { credited_product_ids: [...credited] }),
  };
}

function headOf(cart: Cart): Omit<NewBill, "lines"> {
  const isUpdate = cart.some(({ row }) => row.reason === "subscription_update");
  const credited = cart.flatMap(({ change, current, lines }) =>
    current && current.product.id !== change.target.id && creditsIn(lines).length > 0
      ? [current.product.id]
      : [],
  );
  return {
    reason: isUpdate ? "subscription_update" : "purchase",
    productIds: cart.map(({ change }) => change.target.id),
    ...(credited.length > 0 && { creditedProductIds: credited }),
    subscription: null,
  };
}

/** Adds its subscription to each shown line. The lines are in the order of the cart. */
function nameSubscriptions(
  cart: Cart,
  lines: readonly StoredLine[],
  subscriptions: readonly string[],
): NewBill["lines"] {
  const names = cart.flatMap((plan, index) => {
    const { lines: own, pending, current, owned } = plan;
    const before = current && originOf(current);
    const row = named(plan, subscriptions[index]);
    const bought = owned && owned.id === row ? originOf(owned) : row;
    return [
      ...own.map(({ of }) => (of === "current" ? before : bought)),
      ...pending.map(() => before),
    ];
  });
  return lines.map((line, index) => {
    const subscription = names[index];
    if (!subscription) throw new Error(`Line "${line.description}" has no subscription`);
    return { ...line, subscription };
  });
}

/** The receipts that a product adds, and the credits that reduce earlier receipts. */
function entriesOf(
  { change, current, lines, deferred }: PurchasePlan,
  subscription: string,
  at: number,
): Entry[] {
  const sides = { target: change.target, current: current && current.product };
  const paid = (planned: readonly Line[], invoiced: boolean): Entry[] => {
    const own = planned.filter(({ of }) => of === "target");
    return own.length === 0
      ? []
      : [{ paid: { subscription, for: { lines: storeLines(own, sides), at }, invoiced } }];
  };
  const credits = creditsIn([...lines, ...deferred]);
  return [
    ...(current ? [{ credited: { row: current, credits } }] : []),
    ...paid(lines, true),
    ...paid(deferred, false),
  ];
}

/** The products that may earn a referrer's reward. Trials are separate: they are paid later. */
function productsIn(cart: Cart): Pick<BillingPlan, "triedProducts" | "paidProducts"> {
  const idsOf = (tried: boolean) =>
    cart
      .filter(({ change: { trialEndsAt, now } }) => (trialEndsAt ?? now) > now === tried)
      .map(({ change }) => change.target.id);
  return { triedProducts: idsOf(true), paidProducts: idsOf(false) };
}

function named({ change }: PurchasePlan, subscription: string | undefined): string {
  if (subscription === undefined) throw new Error(`${change.target.id} of a cart was not planned`);
  return subscription;
}

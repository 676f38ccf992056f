import type { Checkout } from "../../../contract/responses";
import { listLosses, losesAnything } from "../../../contract/losses";
import type { Product, ProductItem } from "../../../contract/wire";
import { serializeSubscriptionsFor, featuresOf } from "../../store/customers/serialize";
import type { CustomerState } from "../../store/customers/customerState";
import type { PurchasePlan } from "./plan";
import { cartTotal } from "./cart";
import type { Cart } from "./cart";
import { packsOf } from "../../rules/currentProducts";
import { splitPayment } from "../../rules/invoice";
import { toMajor } from "../../rules/money";
import { prepaidItems } from "../../rules/product";
import { quantityChange } from "../../rules/quantity";
import { periodEnd } from "../../rules/renewal";

/**
 * What a purchase takes away, and when, and whether it could wait for the end of
 * the cycle.
 *
 * @param items - What the target grants afterwards, with the quantities asked for.
 */
export function serializeConsequences(
  customerState: CustomerState,
  plan: PurchasePlan,
  items: readonly ProductItem[],
): Pick<Checkout, "losses" | "end_of_cycle_at"> {
  const { current, entityId } = plan;
  if (!current) return {};
  const customer = {
    products: serializeSubscriptionsFor(customerState, entityId),
    features: featuresOf(customerState, entityId),
  };
  const leaving = { productId: current.product.id, entityId: current.entity_id ?? undefined };
  const losses = listLosses(customer, leaving, items);
  if (!losesAnything(losses)) return {};
  const end = periodEnd(current, customerState.now);
  const waits = beginsAtEnd(plan);
  const at = waits ? (end ?? plan.startsAt) : plan.startsAt;
  return { losses: { ...losses, at }, ...(!waits && end !== null && { end_of_cycle_at: end }) };
}

/** How today's total is paid: from the customer's credit first, the rest by card. */
export function serializePayment(
  { customer }: CustomerState,
  cart: Cart,
): NonNullable<Checkout["payment"]> {
  const { currency } = cart[0].change;
  const { fromCredit, byCard } = splitPayment(cartTotal(cart), customer.credit_minor);
  return { by_card: toMajor(byCard, currency), from_credit: toMajor(fromCredit, currency) };
}

/** An upgrade that waits for the current plan's end is scheduled like a downgrade. */
export function scenarioAtEnd(
  { change }: PurchasePlan,
  { scenario }: Product,
): Pick<Product, "scenario"> {
  return change.branch === "downgrade" && scenario === "upgrade" ? { scenario: "downgrade" } : {};
}

/** Whether what is lost is kept until the end of the current period. */
function beginsAtEnd({ change, current }: PurchasePlan): boolean {
  if (change.branch === "downgrade") return true;
  if (change.branch !== "update_prepaid_quantity" || !current) return false;
  return prepaidItems(change.target).every((item) => {
    const from = packsOf(current.options, item.feature_id);
    const to = packsOf(change.packs, item.feature_id);
    return to >= from || quantityChange(item, from, to).units === "next_cycle";
  });
}

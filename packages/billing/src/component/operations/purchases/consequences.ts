import type { Checkout } from "../../../contract/responses";
import { listLosses, losesAnything } from "../../../contract/losses";
import type { ProductItem } from "../../../contract/wire";
import { serializeSubscriptionsFor, featuresOf } from "../responses/serializeCustomer";
import type { CustomerState } from "../../store/customers/customerState";
import type { PurchasePlan } from "./plan";
import { beginsAtEnd } from "./starts";
import { periodEnd } from "../../rules/renewals/renewal";

/**
 * The losses of a purchase, and their date; null if there are none.
 *
 * @param items - The target's grants, with the requested quantities.
 */
export function serializeLosses(
  customerState: CustomerState,
  plan: PurchasePlan,
  items: readonly ProductItem[],
): NonNullable<Checkout["losses"]> | null {
  const { current, entityId } = plan;
  if (!current) return null;
  const customer = {
    products: serializeSubscriptionsFor(customerState, entityId),
    features: featuresOf(customerState, entityId),
  };
  const leaving = { productId: current.product.id, entityId: current.entity_id ?? undefined };
  const losses = listLosses(customer, leaving, items);
  if (!losesAnything(losses)) return null;
  const end = beginsAtEnd(plan) ? periodEnd(current, customerState.now) : null;
  return { ...losses, at: end ?? plan.startsAt };
}

import type { Checkout } from "../../contract/responses";
import { listLosses } from "../../contract/losses";
import type { Customer } from "../../contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { LossList } from "./loss-list";

/** What the customer loses with a change, and from which day. */
export function CheckoutLosses({ result }: { result: Checkout }) {
  // The rest of the dialog loads the same customer: one request.
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["payment_method"] });
  const losses = result.losses ?? (customer && lossesOf(customer, result));
  return losses && <LossList {...losses} />;
}

/** If the provider reports nothing, the customer's own data decide, for a smaller plan only. */
function lossesOf(customer: Customer, { product, current_product: current, next_cycle }: Checkout) {
  const shrinks = product.scenario === "downgrade" || product.scenario === "cancel";
  if (!shrinks || !current) return null;
  const losses = listLosses(customer, { productId: current.id }, product.items);
  return { ...losses, ...(next_cycle && { at: next_cycle.starts_at }) };
}

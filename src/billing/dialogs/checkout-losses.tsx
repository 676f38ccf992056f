import type { Checkout } from "../../../convex/contract/answers";
import { useCustomer } from "../hooks/use-customer";
import { LossList } from "./loss-list";
import { listLosses } from "./losses";

/** What a smaller plan does not hold any more. */
export function CheckoutLosses({ result }: { result: Checkout }) {
  // What the rest of the dialog asks for too: one customer, one question.
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["payment_method"] });
  const { product, current_product: current } = result;
  const shrinks = product.scenario === "downgrade" || product.scenario === "cancel";
  if (!shrinks || !current || !customer) return null;
  return <LossList {...listLosses(customer, { productId: current.id }, product.items)} />;
}

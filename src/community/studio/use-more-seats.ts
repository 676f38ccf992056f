import { CheckoutDialog, useCustomer, usePricingTable } from "../../../packages/billing/src/react";
import { useRequest } from "../../shared/use-request";

/**
 * Opens the checkout in which an owner sets the number of seats; null: the plan
 * has no seats to sell.
 */
export function useMoreSeats() {
  const { products } = usePricingTable();
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [busy, run] = useRequest();
  const plan = products.find(({ scenario, properties, items }) => {
    const hasSeats = items.some(({ feature_id }) => feature_id === "seats");
    return scenario === "active" && properties.updateable && hasSeats;
  });
  const productId = plan?.id ?? null;
  if (productId === null) return { busy, buy: null };
  return { busy, buy: () => run(() => checkout({ productId, dialog: CheckoutDialog })) };
}

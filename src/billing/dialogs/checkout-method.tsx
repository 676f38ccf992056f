import { Bell, CreditCard } from "lucide-react";
import type { Checkout } from "../../../convex/contract/answers";
import type { PaymentMethod } from "../../../convex/contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { say } from "../messages/messages";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Who is charged, or when a card will be needed. */
export function CheckoutMethod({ result }: { result: Checkout }) {
  const { customer, setupPayment } = useCustomer({
    errorOnNotFound: false,
    expand: ["payment_method"],
  });
  const { free_trial, properties } = result.product;

  if (properties.has_trial && free_trial?.card_required === false) {
    return (
      <p className="billing-method" data-slot="checkout-method">
        <Bell {...ICON} /> <span>{say("checkout.method.later")}</span>
      </p>
    );
  }
  if (result.url !== null) {
    return (
      <p className="billing-method" data-slot="checkout-method">
        <CreditCard {...ICON} /> <span>{say("checkout.method.hosted")}</span>
      </p>
    );
  }
  if (!customer?.payment_method) return null;
  return (
    <p className="billing-method" data-slot="checkout-method">
      <CreditCard {...ICON} /> <span>{describeCard(customer.payment_method)}</span>{" "}
      <button
        type="button"
        className="billing-link"
        onClick={() => void setupPayment({ openInNewTab: true })}
      >
        {say("checkout.method.change")}
      </button>
    </p>
  );
}

/** "Visa ending in 4242" */
function describeCard({ card: { brand, last4 } }: PaymentMethod): string {
  const shown = brand.charAt(0).toUpperCase() + brand.slice(1);
  return say("checkout.method.card", { brand: shown, last4 });
}

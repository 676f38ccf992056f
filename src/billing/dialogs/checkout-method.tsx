import { Bell, CreditCard } from "lucide-react";
import type { Checkout } from "../../../convex/contract/answers";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { describeCard } from "../messages/card-copy";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Who is charged, or when a card will be needed. */
export function CheckoutMethod({ result }: { result: Checkout }) {
  const { say } = useFormat();
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
      <CreditCard {...ICON} /> <span>{describeCard(customer.payment_method, say)}</span>{" "}
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

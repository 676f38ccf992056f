import { Bell, CreditCard } from "lucide-react";
import type { Checkout } from "../../contract/responses";
import type { PaymentMethod } from "../../contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { describeCard } from "../messages/card-copy";
import { describeTerms } from "../messages/terms-copy";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What is paid when, who is charged, or when a card will be needed. */
export function CheckoutMethod({ result }: { result: Checkout }) {
  const words = useFormat();
  const { customer, setupPayment } = useCustomer({
    errorOnNotFound: false,
    expand: ["payment_method"],
  });
  const method = customer?.payment_method ?? null;
  const terms = describeTerms(result, method, words);
  return (
    <>
      {terms !== null && (
        <p className="billing-terms" data-slot="checkout-terms">
          {terms}
        </p>
      )}
      <Method
        result={result}
        method={method}
        onChange={() => void setupPayment({ openInNewTab: true })}
      />
    </>
  );
}

interface MethodProps {
  result: Checkout;
  method: PaymentMethod | null;
  onChange: () => void;
}

function Method({ result, method, onChange }: MethodProps) {
  const { t } = useFormat();
  const { free_trial, properties } = result.product;
  if (properties.has_trial && free_trial?.card_required === false && !method) {
    return (
      <p className="billing-method" data-slot="checkout-method">
        <Bell {...ICON} /> <span>{t("checkout.method.later")}</span>
      </p>
    );
  }
  if (result.url !== null) {
    return (
      <p className="billing-method" data-slot="checkout-method">
        <CreditCard {...ICON} /> <span>{t("checkout.method.hosted")}</span>
      </p>
    );
  }
  if (!method) return null;
  return (
    <p className="billing-method" data-slot="checkout-method">
      <CreditCard {...ICON} /> <span>{describeCard(method, t)}</span>{" "}
      <button type="button" className="billing-link" onClick={onChange}>
        {t("checkout.method.change")}
      </button>
    </p>
  );
}

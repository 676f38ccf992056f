import type { Checkout } from "../../contract/responses";
import type { PaymentMethod } from "../../contract/wire";
import { Icon } from "../../../../ui/src/icon";
import { BELL, CARD } from "../../../../ui/src/icon-shapes";
import { Failure } from "../components/failure";
import { useRequest } from "../hooks/use-request";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { describeCard } from "../messages/card-copy";
import { describeTerms } from "../messages/terms-copy";

/** The payments and their dates, and the card on file or when a card will be needed. */
export function CheckoutPaymentTerms({ result }: { result: Checkout }) {
  const words = useFormat();
  const { customer, setupPayment } = useCustomer({
    errorOnNotFound: false,
    expand: ["payment_method"],
  });
  const [, run, failure] = useRequest("setupPayment");
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
        onChange={() => void run(() => setupPayment({ openInNewTab: true }))}
      />
      <Failure error={failure} />
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
      <p className="billing-method" data-slot="checkout-payment-terms">
        <Icon shape={BELL} /> <span>{t("checkout.method.later")}</span>
      </p>
    );
  }
  if (result.url !== null) {
    return (
      <p className="billing-method" data-slot="checkout-payment-terms">
        <Icon shape={CARD} /> <span>{t("checkout.method.hosted")}</span>
      </p>
    );
  }
  if (!method) return null;
  return (
    <p className="billing-method" data-slot="checkout-payment-terms">
      <Icon shape={CARD} /> <span>{describeCard(method, t)}</span>{" "}
      <button type="button" className="billing-link" onClick={onChange}>
        {t("checkout.method.change")}
      </button>
    </p>
  );
}

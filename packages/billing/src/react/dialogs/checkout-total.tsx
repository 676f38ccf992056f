import type { Checkout } from "../../contract/responses";
import { useFormat } from "../hooks/use-format";
import { describePayment } from "./checkout-lines";

/** Today's total, the part that credit pays, and the rest for the card. */
export function CheckoutTotal(due: Pick<Checkout, "total" | "currency" | "payment">) {
  const words = useFormat();
  const { t, money } = words;
  const payment = describePayment(due, words);
  const total = money(due.total, due.currency);
  return (
    <>
      <Row label={t("checkout.total")} amount={total} isLast={payment?.byCard == null} />
      {payment?.fromCredit != null && (
        <p className="billing-next">
          <span>{t("checkout.credit.used")}</span> <span>{payment.fromCredit}</span>
        </p>
      )}
      {payment?.byCard != null && (
        <Row label={t("checkout.by_card")} amount={payment.byCard} isLast />
      )}
      {payment?.note != null && <p className="billing-credit-note">{payment.note}</p>}
    </>
  );
}

/** The last row, in the largest type, is the amount charged to the card. */
function Row({ label, amount, isLast }: { label: string; amount: string; isLast: boolean }) {
  return (
    <p className="billing-total" aria-live="polite" aria-atomic="true">
      <span>{label}</span>{" "}
      <span className={isLast ? "billing-total-amount" : undefined}>{amount}</span>
    </p>
  );
}

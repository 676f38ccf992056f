import { splitPayment } from "../../contract/splitPayment";
import { Button } from "../../../../ui/src/button";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { Failure } from "./failure";
import { useOpenPage } from "../hooks/use-open-page";

/**
 * A button that opens the page of the unpaid invoice, where it can be paid or
 * approved, with what the card pays beside the customer's credit. Renders nothing
 * without one.
 */
export function PayOpenInvoice() {
  const { t, money } = useFormat();
  const [failure, openPage] = useOpenPage();
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["invoices"] });
  const open = customer?.invoices?.find(({ status, hosted_invoice_url: page }) => {
    return status === "open" && page !== null;
  });
  const url = open?.hosted_invoice_url;
  if (!open || url == null) return null;
  const { byCard } = splitPayment(open.total, customer?.credit?.balance ?? 0);
  return (
    <>
      <Button look="primary" size="small" onClick={() => openPage(url)}>
        {t("invoices.pay", { amount: money(byCard > 0 ? byCard : open.total, open.currency) })}
      </Button>
      <Failure error={failure} />
    </>
  );
}

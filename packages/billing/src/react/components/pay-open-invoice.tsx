import { Button } from "../../../../ui/src/button";
import { useBilling } from "../context";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";

/**
 * A button that opens the page of the unpaid invoice, where it can be paid or
 * approved. Renders nothing without one.
 */
export function PayOpenInvoice() {
  const { t, money } = useFormat();
  const { navigator } = useBilling("PayOpenInvoice");
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["invoices"] });
  const open = customer?.invoices?.find(({ status }) => status === "open");
  const url = open?.hosted_invoice_url;
  if (!open || url == null) return null;
  return (
    <Button look="primary" size="small" onClick={() => navigator.prepare(true).go(url)}>
      {t("invoices.pay", { amount: money(open.total, open.currency) })}
    </Button>
  );
}

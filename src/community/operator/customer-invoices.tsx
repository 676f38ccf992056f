import { formatDate, formatMoney } from "../../language/format";
import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { InvoiceDetail } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { ListSection } from "./list-section";
import { RefundDialog } from "./refund-dialog";
import { RetryDialog } from "./retry-dialog";
import { INVOICE_STATUS } from "./timeline-copy";
import { usePage } from "./use-page";

/** A customer's invoices, with the actions on each. */
export function CustomerInvoices({ customerId }: { customerId: string }) {
  const page = usePage();
  const { cursor } = page;
  const answer = useQuery(api.community.operators.functions.invoices, { customerId, cursor });
  return (
    <ListSection
      title={t("Invoices")}
      none={t("Nothing was charged yet.")}
      page={page}
      answer={answer}
      keyOf={({ stripe_id: id }) => id}
    >
      {(invoice) => <Invoice customerId={customerId} invoice={invoice} />}
    </ListSection>
  );
}

function Invoice({ customerId, invoice }: { customerId: string; invoice: InvoiceDetail }) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const { number, status, total, currency, created_at: at, amount_refunded: refunded } = invoice;
  const amount = formatMoney(total, currency);
  return (
    <div className="operator-row">
      <div className="operator-pair">
        <span>
          <strong>{amount}</strong> {t(INVOICE_STATUS[status])}
        </span>
        <span>{number}</span>
      </div>
      <p className="operator-detail">
        {formatDate(at, { dateStyle: "medium" })}
        {refunded !== undefined &&
          ` · ${t("{amount} refunded", { amount: formatMoney(refunded, currency) })}`}
      </p>
      {invoice.refundable > 0 && status === "paid" && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t("Refund")}
        </Button>
      )}
      {status === "open" && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t("Retry now")}
        </Button>
      )}
      {open && status === "paid" && (
        <RefundDialog customerId={customerId} invoice={invoice} onClose={onClose} />
      )}
      {open && status === "open" && (
        <RetryDialog
          customerId={customerId}
          invoice={number ?? ""}
          amount={amount}
          onClose={onClose}
        />
      )}
    </div>
  );
}

import { formatMoney, formatDate } from "../../language/format";
import { T, t, translateSentence } from "../../language/text";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { FailedPayment } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { CustomerLink } from "./customer-link";
import { ListSection } from "./list-section";
import { RetryDialog } from "./retry-dialog";
import { usePage } from "./use-page";

/** Invoices whose payment failed. */
export function FailedPayments() {
  const page = usePage();
  const answer = useQuery(api.community.operators.functions.failedPayments, {
    cursor: page.cursor,
  });
  return (
    <ListSection
      title={t("Failed payments")}
      none={t("Every invoice is paid.")}
      page={page}
      answer={answer}
      keyOf={({ customer_id, invoice }) => `${customer_id} ${invoice}`}
    >
      {(row) => <Failure row={row} />}
    </ListSection>
  );
}

function Failure({ row }: { row: FailedPayment }) {
  const [open, setOpen] = useState(false);
  const { total, currency, invoice, reason, retry_at: retryAt } = row;
  return (
    <div className="operator-row">
      <p>
        <T
          text="{customer}: {amount}, invoice {invoice}"
          customer={<CustomerLink customer={row} />}
          amount={<strong>{formatMoney(total, currency)}</strong>}
          invoice={invoice}
        />
      </p>
      <p className="operator-detail">
        {reason === null ? t("The bank has not answered yet.") : translateSentence(reason)}{" "}
        {retryAt === null
          ? t("It is not charged again by itself.")
          : t("It is charged again on {date}.", {
              date: formatDate(retryAt, { dateStyle: "medium" }),
            })}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("Retry now")}
      </Button>
      {open && (
        <RetryDialog
          customerId={row.customer_id}
          invoice={invoice}
          amount={formatMoney(total, currency)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

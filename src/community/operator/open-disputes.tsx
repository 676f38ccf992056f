import { formatMoney, formatDate } from "../../language/format";
import { T, t } from "../../language/text";
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { CustomerLink } from "./customer-link";
import { ListSection } from "./list-section";
import { usePage } from "./use-page";

/** Disputed payments. Operators respond to them on the processor's own page. */
export function OpenDisputes() {
  const page = usePage();
  const answer = useQuery(api.community.operators.functions.openDisputes, { cursor: page.cursor });
  return (
    <ListSection
      title={t("Open disputes")}
      none={t("No payment is disputed.")}
      page={page}
      answer={answer}
      keyOf={({ dispute }) => dispute}
    >
      {(row) => (
        <div className="operator-row">
          <p>
            <T
              text="{customer}: {amount}, invoice {invoice}"
              customer={<CustomerLink customer={row} />}
              amount={<strong>{formatMoney(row.amount, row.currency)}</strong>}
              invoice={row.invoice ?? "–"}
            />
          </p>
          <p className="operator-detail">
            {t(
              "Since {date}. The bank’s reason: {reason}. Answer it with the processor: {dispute}.",
              {
                date: formatDate(row.opened_at, { dateStyle: "medium" }),
                reason: row.reason,
                dispute: row.dispute,
              },
            )}
          </p>
        </div>
      )}
    </ListSection>
  );
}

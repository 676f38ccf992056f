import { useId } from "react";
import { Skeleton } from "../../../../ui/src/skeleton";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import { useUsage } from "../hooks/use-usage";
import type { UsageHandle } from "../hooks/use-usage";
import { Retry } from "./retry";
import "./section.css";

interface CreditSpendingProps {
  /** By feature id. */
  names: Readonly<Record<string, string>>;
}

/** The uses of the last 30 days by day, newest first, without days that have none. */
export function CreditSpending({ names }: CreditSpendingProps) {
  const { t } = useFormat();
  const headingId = useId();
  const usage = useUsage({ featureId: Object.keys(names), range: "30d" });
  return (
    <section
      className="billing-spending"
      data-slot="credit-spending"
      aria-labelledby={headingId}
      aria-busy={usage.isLoading || undefined}
    >
      <h3 id={headingId}>{t("credits.spent")}</h3>
      <Days names={names} usage={usage} />
    </section>
  );
}

function Days({ names, usage }: CreditSpendingProps & { usage: UsageHandle }) {
  const { t, date, number } = useFormat();
  const ids = Object.keys(names);
  const days = usage.rows.filter((row) => ids.some((id) => row[id])).reverse();
  if (usage.isLoading) return <Loading />;
  if (usage.error) return <Retry message={t("credits.spent.failed")} onRetry={usage.refetch} />;
  if (days.length === 0) return <p className="billing-empty">{t("credits.spent.none")}</p>;
  return (
    <table className="billing-table">
      <thead>
        <tr>
          <th scope="col">{t("credits.day")}</th>
          {ids.map((id) => (
            <th key={id} scope="col" data-kind="amount">
              {names[id]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={row["period"]}>
            <th scope="row">{date(row["period"] ?? NaN)}</th>
            {ids.map((id) => (
              <td key={id} data-kind="amount">
                {number(row[id] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Loading() {
  const { t } = useFormat();
  return (
    <p role="status">
      <VisuallyHidden>{t("credits.spent.loading")}</VisuallyHidden>
      <Skeleton width="100%" height={40} />
    </p>
  );
}

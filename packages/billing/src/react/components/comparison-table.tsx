import { memo, useId, useState } from "react";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useTableFormat } from "../hooks/use-table-format";
import type { Say, TableKey } from "../messages/language";
import type { PricingTableProduct } from "../pricing";
import { compareFeatures, describeCell } from "./comparison";
import type { ComparisonCell } from "./comparison";
import { isOwnPlan, isRecommended } from "./plan-intervals";
import "./comparison-table.css";

export interface ComparisonTableProps {
  plans: readonly PricingTableProduct[];
  /** All plans in one table; on narrow screens, a chosen plan beside the customer's own. */
  wide: boolean;
}

/** A comparison of the plans, feature by feature. */
export const ComparisonTable = memo(function ComparisonTable({
  plans,
  wide,
}: ComparisonTableProps) {
  const { t } = useTableFormat();
  const headingId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const own = plans.find(isOwnPlan) ?? plans[0];
  const others = plans.filter((plan) => plan !== own);
  const other =
    others.find(({ name }) => name === chosen) ?? others.find(isRecommended) ?? others[0];
  const shown = wide || !own || !other ? plans : [own, other];

  return (
    <section className="billing-comparison" aria-labelledby={headingId}>
      {!wide && <h2 id={headingId}>{t("pricing.compare")}</h2>}
      {!wide && other && (
        <label className="billing-comparison-choice">
          {t("pricing.compare_with")}{" "}
          <select value={other.name} onChange={(event) => setChosen(event.target.value)}>
            {others.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <table>
        <thead>
          <tr>
            {wide ? (
              <th scope="col">
                <h2 id={headingId}>{t("pricing.compare")}</h2>
              </th>
            ) : (
              <td />
            )}
            {shown.map((plan) => (
              <th key={plan.name} scope="col" data-state={stateOf(plan)}>
                {plan.name}
              </th>
            ))}
          </tr>
        </thead>
        <Rows plans={shown} />
      </table>
    </section>
  );
});

function Rows({ plans }: { plans: readonly PricingTableProduct[] }) {
  const words = useTableFormat();
  return (
    <tbody>
      {compareFeatures(plans, words).map((row) => (
        <tr key={row.featureId}>
          <th scope="row">{row.name}</th>
          {plans.map((plan, index) => (
            <Cell
              key={plan.name}
              state={stateOf(plan)}
              cell={row.cells[index] ?? { kind: "missing" }}
              t={words.t}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface CellProps {
  cell: ComparisonCell;
  state: "lit" | "rest";
  t: Say<TableKey>;
}

function Cell({ cell, state, t }: CellProps) {
  const words = describeCell(cell, t);
  return (
    <td data-state={state} data-kind={cell.kind}>
      {cell.kind === "included" ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </td>
  );
}

function stateOf(plan: PricingTableProduct): "lit" | "rest" {
  return isRecommended(plan) ? "lit" : "rest";
}

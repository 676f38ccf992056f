import type { CustomerFeature } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { CreditSpending } from "./credit-spending";
import { listCreditRows } from "./credit-rows";
import { Section } from "./section";
import { nameUnits } from "./units";
import type { UnitNames } from "./units";
import "./section.css";

export interface CreditLedgerProps {
  /** A credit system's balance. */
  feature: CustomerFeature;
  /** The name of the credits. Default: the feature's name. */
  units?: UnitNames | null | undefined;
  /** The names of what credits pay for, by feature id. Without any, no spending is shown. */
  spentOn?: Readonly<Record<string, string>> | undefined;
}

/**
 * A credit balance by its sources, and the uses of the last 30 days.
 *
 * Spending is counted in uses, not in credits: a balance of the feature itself may
 * have paid for some of them.
 *
 * @param props - `feature` from the customer; `spentOn` names what credits pay
 *   for.
 * @see Spec §3, "Feature", rollovers and breakdown
 */
export function CreditLedger({ feature, units = null, spentOn = {} }: CreditLedgerProps) {
  const words = useFormat();
  const { t, number } = words;
  const { balance, name } = feature;
  const unitName = units ? nameUnits(units, balance) : name;
  return (
    <Section title={name} slot="credit-ledger">
      <p className="billing-empty">{t("credits.left", { left: balance, units: unitName })}</p>
      <table className="billing-table">
        <thead>
          <tr>
            <th scope="col">{t("credits.from")}</th>
            <th scope="col" data-kind="amount">
              {t("credits.amount")}
            </th>
            <th scope="col">{t("credits.until")}</th>
          </tr>
        </thead>
        <tbody>
          {listCreditRows(feature, words).map(({ from, left, until }, index) => (
            <tr key={`${index} ${from}`}>
              <th scope="row">{from}</th>
              <td data-kind="amount">{number(left)}</td>
              <td>{until}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {Object.keys(spentOn).length > 0 && <CreditSpending names={spentOn} />}
    </Section>
  );
}

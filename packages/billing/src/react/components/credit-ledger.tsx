import type { CustomerFeature } from "../../contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { CreditSpending } from "./credit-spending";
import { listCreditRows } from "./credit-rows";
import { Section } from "./section";
import { findUnitNames, nameUnits } from "./units";
import type { UnitNames } from "./units";
import "./section.css";

export interface CreditLedgerProps {
  /** The credit system whose balance is shown. */
  featureId: string;
  /** The name of the credits. Default: the catalogue's, else the feature's name. */
  units?: UnitNames | null | undefined;
  /**
   * The names of features that credits pay for, by feature id. Without them, the ledger
   * shows no spending.
   */
  spentOn?: Readonly<Record<string, string>> | undefined;
}

/**
 * A credit balance by its sources, and the uses of the last 30 days.
 *
 * Spending is counted in uses, not in credits, because the feature's own balance may
 * have paid for some of them.
 *
 * Renders nothing until the customer has loaded.
 *
 * @see Spec §3, "Feature", rollovers and breakdown
 */
export function CreditLedger({ featureId, units, spentOn = {} }: CreditLedgerProps) {
  const { customer } = useCustomer({ errorOnNotFound: false });
  const balance = customer?.features[featureId];
  if (!balance) return null;
  const named = units === undefined ? findUnitNames(customer.products, featureId) : units;
  return <Ledger credits={balance} units={named} spentOn={spentOn} />;
}

interface LedgerProps {
  credits: CustomerFeature;
  units: UnitNames | null;
  spentOn: NonNullable<CreditLedgerProps["spentOn"]>;
}

function Ledger({ credits, units, spentOn }: LedgerProps) {
  const words = useFormat();
  const { t, number } = words;
  const { balance, name } = credits;
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
          {listCreditRows(credits, words).map(({ from, left, until }, index) => (
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

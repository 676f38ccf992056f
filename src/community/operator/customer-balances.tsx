import { t } from "../../language/text";
import type { CustomerFeature } from "../../../packages/billing/src/contract";

/** The balance of each feature. */
export function CustomerBalances({ features }: { features: readonly CustomerFeature[] }) {
  return (
    <section className="operator-section">
      <h2>{t("Balances")}</h2>
      <ul className="operator-list">
        {features
          .filter(({ type }) => type !== "static")
          .map(({ id, name, unlimited, balance, usage }) => (
            <li key={id}>
              <div className="operator-pair">
                <span>{name}</span>
                <span>
                  {unlimited
                    ? t("unlimited, {usage} used", { usage })
                    : t("{balance} left, {usage} used", { balance, usage })}
                </span>
              </div>
            </li>
          ))}
      </ul>
    </section>
  );
}

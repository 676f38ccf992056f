import type { Customer } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { Section } from "./section";
import { findUnitNames } from "./units";
import { UsageMeter } from "./usage-meter";
import "./used-list.css";

/** The usage of every metered feature, then the plan's boolean features. */
export function UsedList({ customer }: { customer: Customer }) {
  const { t, list } = useFormat();
  const features = Object.values(customer.features);
  const counted = features.filter(({ type }) => type !== "static");
  const flags = features.filter(({ type }) => type === "static").map(({ name }) => name);
  return (
    <Section title={t("portal.used")} slot="used">
      {counted.length === 0 && <p className="billing-empty">{t("portal.nothing_counted")}</p>}
      <ul className="billing-used">
        {counted.map((feature) => (
          <li key={feature.id}>
            <UsageMeter
              featureId={feature.id}
              balance={feature}
              units={findUnitNames(customer.products, feature.id)}
            />
          </li>
        ))}
      </ul>
      {flags.length > 0 && (
        <p className="billing-empty">{t("portal.also", { features: list(flags) })}</p>
      )}
    </Section>
  );
}

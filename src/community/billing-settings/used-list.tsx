import type { CustomerFeature } from "../../../convex/contract/wire";
import { UsageMeter } from "../../billing";
import { Section } from "./section";

/** How much of everything counted is used; then what simply comes with the plan. */
export function UsedList({ features }: { features: readonly CustomerFeature[] }) {
  const metered = features.filter(({ type }) => type !== "static");
  const flags = features.filter(({ type }) => type === "static");
  return (
    <Section title="What you have used">
      {metered.length === 0 && <p className="settings-empty">Nothing is counted on your plan.</p>}
      <ul className="settings-used">
        {metered.map((feature) => (
          <li key={feature.id}>
            <UsageMeter feature={feature} />
          </li>
        ))}
      </ul>
      {flags.length > 0 && (
        <p className="settings-note">Also yours: {flags.map(({ name }) => name).join(", ")}.</p>
      )}
    </Section>
  );
}

import type { ReactNode } from "react";
import type { CustomerFeature } from "../../contract/wire";
import { Meter } from "../../../../ui/src/meter";
import { useFormat } from "../hooks/use-format";
import type { UnitNames } from "./units";
import { sayLargeUse, sayPartOfSize } from "./units";
import { describeUsage } from "./usage";
import "./usage-meter.css";

export interface UsageMeterProps {
  feature: CustomerFeature;
  /** The name of the units: "3 of 10 uploads". Default: numbers alone. */
  units?: UnitNames | null | undefined;
  /** Text in place of the reset date. */
  note?: ReactNode;
}

/**
 * The use of one feature: text, a bar, and the reset date.
 *
 * Highlighted from 80% of the grant or of the usage limit; in the danger colour
 * above it, unless overage is billed. Unlimited and boolean features have a word
 * instead of a bar.
 *
 * @param props - `feature` from the customer; `units` names what is counted;
 *   `note` replaces the reset date.
 * @see Spec §3, "Feature"
 */
export function UsageMeter({ feature, units = null, note }: UsageMeterProps) {
  const words = useFormat();
  const usage = describeUsage(feature, units, words, sayPartOfSize);
  const large = usage.kind === "metered" && units && sayLargeUse(units, usage, words);
  const text = large || usage.text;

  return (
    <div className="billing-usage" data-slot="usage-meter" data-kind={usage.kind}>
      <p className="billing-usage-head">
        <span className="billing-usage-name">{feature.name}</span> <span>{text}</span>
      </p>
      {usage.kind === "metered" && (
        <Meter
          label={feature.name}
          value={usage.used}
          max={usage.limit}
          text={text}
          tone={usage.tone}
        />
      )}
      {usage.kind === "metered" && <p className="billing-usage-note">{note ?? usage.note}</p>}
    </div>
  );
}

import type { CustomerFeature } from "../../contract/wire";
import { Meter } from "../../../../ui/src/meter";
import type { UnitNames } from "../components/units";
import { describeUsage } from "../components/usage";
import { useFormat } from "../hooks/use-format";

interface PaywallMeterProps {
  feature: CustomerFeature;
  units: UnitNames | null;
}

/** The use of the wanted feature, and its reset date. */
export function PaywallMeter({ feature, units }: PaywallMeterProps) {
  const words = useFormat();
  const { t, date } = words;
  const usage = describeUsage(feature, units, words);
  if (usage.kind !== "metered") return null;
  return (
    <div className="billing-paywall-meter">
      <p>
        <b>{t("paywall.used", { usage: usage.text })}</b>{" "}
        {feature.next_reset_at !== null && (
          <span>{t("usage.resets", { date: date(feature.next_reset_at) })}</span>
        )}
      </p>
      <Meter
        label={feature.name}
        value={usage.used}
        max={usage.limit}
        text={usage.text}
        tone={usage.tone}
      />
    </div>
  );
}

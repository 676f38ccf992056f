import type { CustomerFeature } from "../../../convex/contract/wire";
import { Meter } from "../../ui/meter";
import { describeUsage } from "../components/usage";
import { useFormat } from "../hooks/use-format";
import { say } from "../messages/messages";

/** How much of the wanted feature is used up, and when it starts again. */
export function PaywallMeter({ feature, units }: { feature: CustomerFeature; units: string }) {
  const { date, locale } = useFormat();
  const usage = describeUsage(feature, locale);
  if (usage.kind === "unmetered") return null;
  const words = say("paywall.used", { used: usage.text, units });
  return (
    <div className="billing-paywall-meter">
      <p>
        <b>{words}</b>{" "}
        {feature.next_reset_at !== null && (
          <span>{say("usage.resets", { date: date(feature.next_reset_at) })}</span>
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

import { useId } from "react";
import type { ReactNode } from "react";
import type { LessIncluded, Losses, OverLimit } from "../../contract/lossResponses";
import { nameUnits } from "../components/units";
import { useFormat } from "../hooks/use-format";
import { describePeriod } from "../messages/period";
import "./loss-list.css";

interface LossListProps extends Losses {
  /** The day of the loss, epoch milliseconds. Absent: the text above says when. */
  at?: number | undefined;
}

/**
 * What will be over its limit, reduced, or removed, and from which day. Renders
 * nothing when nothing is lost.
 */
export function LossList({ over, less, gone, at }: LossListProps) {
  const { t, list, date } = useFormat();
  const head = (of: "over" | "less" | "gone") =>
    at === undefined ? t(`losses.${of}`) : t(`losses.${of}.from`, { date: date(at) });
  return (
    <>
      {gone.length > 0 && (
        <LossSection slot="losses-gone" title={head("gone")}>
          <p>{list(gone)}</p>
        </LossSection>
      )}
      {less.length > 0 && (
        <LossSection slot="losses-less" title={head("less")}>
          <ul>
            {less.map((feature) => (
              <LessLine key={feature.feature_id} {...feature} />
            ))}
          </ul>
        </LossSection>
      )}
      {over.length > 0 && (
        <LossSection slot="losses-over" title={head("over")}>
          <ul>
            {over.map((feature) => (
              <OverLine key={feature.feature_id} {...feature} />
            ))}
          </ul>
          <p>{t("losses.over.note")}</p>
        </LossSection>
      )}
    </>
  );
}

interface LossSectionProps {
  slot: string;
  title: string;
  children: ReactNode;
}

function LossSection({ slot, title, children }: LossSectionProps) {
  const headingId = useId();
  return (
    <section className="billing-losses" data-slot={slot} aria-labelledby={headingId}>
      <h3 id={headingId}>{title}</h3>
      {children}
    </section>
  );
}

function OverLine({ name, used, limit, units }: OverLimit) {
  const { t, number } = useFormat();
  const counted = units ? `${number(used)} ${nameUnits(units, used)}` : number(used);
  return (
    <li>
      <span>{name}</span> <span>{t("losses.over.line", { used: counted, limit })}</span>
    </li>
  );
}

function LessLine({ name, before, after, interval, units }: LessIncluded) {
  const words = useFormat();
  const { t, number } = words;
  const count = (value: number) =>
    units ? `${number(value)} ${nameUnits(units, value)}` : number(value);
  const often =
    interval === null ? count(after) : `${count(after)} ${describePeriod(interval, 1, words)}`;
  const was = before === "inf" ? t("losses.less.unlimited") : count(before);
  return (
    <li>
      <span>{name}</span> <span>{t("losses.less.line", { before: was, after: often })}</span>
    </li>
  );
}

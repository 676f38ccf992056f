import { t } from "../../language/text";
import { formatNumber } from "../../language/format";
import { formatShortDay, totalOf } from "./counted-days";
import type { Counted, CountedDay } from "./counted-days";

const BAR = { pitch: 4, width: 3, height: 40 } as const;

interface BarChartProps {
  days: readonly CountedDay[];
  counted: Counted;
  label: string;
  /** The total compared with the previous period, as text; null if there is no previous period. */
  change: string | null;
  /** `lead`: large, with its best day. */
  look?: "lead" | undefined;
}

/** One bar for each day. A table has the numbers. */
export function BarChart({ days, counted, label, change, look }: BarChartProps) {
  const total = formatNumber(totalOf(days, counted));
  const most = Math.max(...days.map((day) => day[counted]));
  const best = days.findLast((day) => look === "lead" && most > 0 && day[counted] === most);
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure className="insights-chart" data-look={look}>
      <figcaption>
        {t(label)} <b>{total}</b>
        {change !== null && <span className="insights-change">{change}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * BAR.pitch} ${BAR.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map((day, index) => {
          const height = (day[counted] / Math.max(1, most)) * BAR.height;
          const place = { x: index * BAR.pitch, y: BAR.height - height };
          return (
            <rect
              key={day.day}
              {...place}
              width={BAR.width}
              height={height}
              data-best={day === best ? "" : undefined}
            />
          );
        })}
      </svg>
      {first && last && (
        <p className="insights-ends" aria-hidden="true">
          <span>{formatShortDay(first.day)}</span>
          {best && (
            <span className="insights-best">
              {t("Most: {most} on {day}", { most, day: formatShortDay(best.day) })}
            </span>
          )}
          <span>{formatShortDay(last.day)}</span>
        </p>
      )}
    </figure>
  );
}

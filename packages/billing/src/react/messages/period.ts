import type { Interval } from "../../contract/wire";
import type { TableWords } from "./words";

/** "per month"; "per 6 months". */
export function describePeriod(
  interval: Interval,
  count: number,
  { t, length }: TableWords,
): string {
  if (count === 1) return t(`price.period.${interval}`);
  const { unit, each } = CALENDAR_UNITS[interval];
  return t("price.period.length", { length: length(count * each, unit) });
}

const CALENDAR_UNITS = {
  minute: { unit: "minute", each: 1 },
  hour: { unit: "hour", each: 1 },
  day: { unit: "day", each: 1 },
  week: { unit: "week", each: 1 },
  month: { unit: "month", each: 1 },
  quarter: { unit: "month", each: 3 },
  semi_annual: { unit: "month", each: 6 },
  year: { unit: "year", each: 1 },
} as const;

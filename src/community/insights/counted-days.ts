import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { formatDate } from "../../language/format";
import { DAY_MS } from "../../../packages/billing/src/contract";

export type Insights = NonNullable<
  FunctionReturnType<typeof api.community.insights.functions.read>["data"]
>;
export type CountedDay = Insights["days"][number];
export type Counted = Exclude<keyof CountedDay, "day">;

/** Every day of the window, oldest first; days without data are zero. */
export function fillDays(
  { until, days }: Pick<Insights, "until" | "days">,
  window: number,
): CountedDay[] {
  if (until === null) return [];
  const counted = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: window }, (_, index) => {
    const day = until - window + 1 + index;
    return counted.get(day) ?? { day, views: 0, likes: 0, comments: 0, follows: 0 };
  });
}

/** The sum of the counts. */
export function totalOf(days: readonly CountedDay[], counted: Counted): number {
  return days.reduce((sum, day) => sum + day[counted], 0);
}

/** A day as text. Days are counted in UTC. */
export function formatDay(day: number): string {
  return formatDate(day * DAY_MS, { dateStyle: "medium", timeZone: "UTC" });
}

/** A day in a chart of at most 90 days. */
export function formatShortDay(day: number): string {
  return formatDate(day * DAY_MS, { month: "short", day: "numeric", timeZone: "UTC" });
}

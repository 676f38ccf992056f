import type { ViewSource } from "../../../convex/contract/viewSource";
import { formatNumber } from "../../language/format";
import { msg, t } from "../../language/text";

/** Where a work was opened from, as text. */
export const SOURCES: Readonly<Record<ViewSource, string>> = {
  feed: msg("Home"),
  explore: msg("Explore"),
  search: msg("Search"),
  profile: msg("Your page"),
  site: msg("Elsewhere on Spotlight"),
  link: msg("Links and other sites"),
};

/**
 * A count compared with the previous period, as text.
 *
 * @param days - The length of both periods.
 */
export function describeChange(now: number, before: number, days: number): string {
  if (now === before)
    return now === 0
      ? t("None in the {days} days before either", { days })
      : t("As many as in the {days} days before", { days });
  if (before === 0) return t("{now} more than in the {days} days before", { now, days });
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const values = { percent, days, before };
  if (percent === 0)
    return now > before
      ? t("Slightly more than in the {days} days before ({before})", values)
      : t("Slightly fewer than in the {days} days before ({before})", values);
  return now > before
    ? t("{percent}% more than in the {days} days before ({before})", values)
    : t("{percent}% fewer than in the {days} days before ({before})", values);
}

/** The change in a row of a list: `+12`, `−3`, `±0`. */
export function shortChange(now: number, before: number): string {
  if (now === before) return "±0";
  return now > before ? `+${formatNumber(now - before)}` : `−${formatNumber(before - now)}`;
}

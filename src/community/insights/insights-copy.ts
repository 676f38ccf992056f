import type { ViewSource } from "../../../convex/contract/viewSource";

/** Where a work was opened, in words. */
export const SOURCES: Readonly<Record<ViewSource, string>> = {
  feed: "Home",
  explore: "Explore",
  search: "Search",
  profile: "Your page",
  site: "Elsewhere on Spotlight",
  link: "Links and other sites",
};

/**
 * A count beside that of the period before, in words.
 *
 * @param before - Null: there is no period before.
 * @param days - The length of both periods.
 */
export function describeChange(now: number, before: number | null, days: number): string {
  if (before === null) return "No earlier period to compare with";
  const period = `the ${days} days before`;
  if (now === before) return now === 0 ? `None in ${period} either` : `As many as in ${period}`;
  const change = now > before ? "more" : "fewer";
  if (before === 0) return `${now.toLocaleString()} more than in ${period}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const much = percent === 0 ? "Slightly" : `${percent.toLocaleString()}%`;
  return `${much} ${change} than in ${period} (${before.toLocaleString()})`;
}

/** The same for a row of a list: `+12`, `−3`, `±0`; in words where there is nothing to compare. */
export function shortChange(now: number, before: number | null): string {
  if (before === null) return "new";
  if (now === before) return "±0";
  return now > before
    ? `+${(now - before).toLocaleString()}`
    : `−${(before - now).toLocaleString()}`;
}

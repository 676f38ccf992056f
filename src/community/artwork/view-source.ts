import type { ViewSource } from "../../../convex/contract/viewSource";

const PAGES: Readonly<Record<string, ViewSource>> = {
  "": "feed",
  explore: "explore",
  u: "profile",
};

/**
 * Where a work was opened from.
 *
 * @param previous - The URL before; null if it was not on this site.
 * @param last - The source of the previous work: a neighbour in the viewer has the same.
 */
export function viewSourceOf(previous: string | null, last: ViewSource): ViewSource {
  if (previous === null) return "link";
  const { pathname, searchParams } = new URL(previous, "https://site.invalid");
  const [, first = ""] = pathname.split("/");
  if (first === "a") return last;
  if (first === "explore" && searchParams.has("q")) return "search";
  return PAGES[first] ?? "site";
}

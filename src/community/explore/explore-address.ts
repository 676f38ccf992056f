import type { Medium } from "../../../convex/contract/medium";
import type { MadeHow } from "../../../convex/contract/works";
import { MADE_HOW, MEDIA, valuesOf } from "../work-copy";

/** The filters of the explore page. Its URL has all of them. */
export interface Filters {
  /** The search text; empty without a search. */
  text: string;
  tag: string | null;
  medium: Medium | null;
  madeHow: MadeHow | null;
  /** The order without a search text; a search shows the best match first. */
  sort: "newest" | "oldest";
}

/** Reads the filters from a URL. Unknown values are ignored. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (search.get("q") ?? "").trim();
  return {
    text,
    tag: text === "" ? search.get("tag") : null,
    medium: valuesOf(MEDIA).find((value) => value === search.get("medium")) ?? null,
    sort: text === "" && search.get("sort") === "oldest" ? "oldest" : "newest",
    madeHow: valuesOf(MADE_HOW).find((value) => value === search.get("made")) ?? null,
  };
}

/** The URL for these filters. */
export function addressOf({ text, tag, medium, madeHow, sort }: Filters): string {
  const search = new URLSearchParams();
  if (text !== "") search.set("q", text);
  else if (tag !== null) search.set("tag", tag);
  if (medium !== null) search.set("medium", medium);
  if (madeHow !== null) search.set("made", madeHow);
  if (text === "" && sort === "oldest") search.set("sort", sort);
  return search.size === 0 ? "/explore" : `/explore?${search}`;
}

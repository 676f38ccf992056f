import type { Medium } from "../../../convex/contract/medium";
import type { MadeHow } from "../../../convex/contract/works";
import { MADE_HOW, MEDIA, valuesOf } from "../work-copy";

/** What the explore page shows, all of which is in its address. */
export interface Filters {
  /** What was searched for; empty: nothing. */
  text: string;
  tag: string | null;
  medium: Medium | null;
  madeHow: MadeHow | null;
}

/** Reads an address. What it asks for and is not there is left out. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (search.get("q") ?? "").trim();
  return {
    text,
    tag: text === "" ? search.get("tag") : null,
    medium: valuesOf(MEDIA).find((value) => value === search.get("medium")) ?? null,
    madeHow: valuesOf(MADE_HOW).find((value) => value === search.get("made")) ?? null,
  };
}

/** The address that shows what is wanted. */
export function addressOf({ text, tag, medium, madeHow }: Filters): string {
  const search = new URLSearchParams();
  if (text !== "") search.set("q", text);
  else if (tag !== null) search.set("tag", tag);
  if (medium !== null) search.set("medium", medium);
  if (madeHow !== null) search.set("made", madeHow);
  return search.size === 0 ? "/explore" : `/explore?${search}`;
}

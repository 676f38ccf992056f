import type { Medium } from "../../../convex/contract/medium";
import type { MadeHow } from "../../../convex/contract/works";

/** What the explore page shows, all of which is in its address. */
export interface Wanted {
  /** What was searched for; empty: nothing. */
  text: string;
  tag: string | null;
  medium: Medium | null;
  madeHow: MadeHow | null;
}

interface Facet<Value> {
  value: Value;
  label: string;
}

export const MEDIA: readonly Facet<Medium>[] = [
  { value: "painting", label: "Painting" },
  { value: "ink", label: "Ink" },
  { value: "pixel", label: "Pixel art" },
  { value: "3d", label: "3D" },
  { value: "generative", label: "Generative" },
  { value: "photography", label: "Photography" },
  { value: "other", label: "Other" },
];

export const MADE_HOW: readonly Facet<MadeHow>[] = [
  { value: "by_hand", label: "Made by hand" },
  { value: "ai_assisted", label: "AI-assisted" },
  { value: "ai_generated", label: "AI-generated" },
];

/** Reads an address. What it asks for and is not there is left out. */
export function readWanted(search: URLSearchParams): Wanted {
  const text = (search.get("q") ?? "").trim();
  return {
    text,
    tag: text === "" ? search.get("tag") : null,
    medium: valueOf(MEDIA, search.get("medium")),
    madeHow: valueOf(MADE_HOW, search.get("made")),
  };
}

/** The address that shows what is wanted. */
export function addressOf({ text, tag, medium, madeHow }: Wanted): string {
  const search = new URLSearchParams();
  if (text !== "") search.set("q", text);
  else if (tag !== null) search.set("tag", tag);
  if (medium !== null) search.set("medium", medium);
  if (madeHow !== null) search.set("made", madeHow);
  return search.size === 0 ? "/explore" : `/explore?${search}`;
}

function valueOf<Value extends string>(facets: readonly Facet<Value>[], text: string | null) {
  return facets.find(({ value }) => value === text)?.value ?? null;
}

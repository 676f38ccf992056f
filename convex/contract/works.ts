import { v } from "convex/values";
import type { Infer } from "convex/values";
import { isVisible } from "./texts";

/** How a work was made, according to its artist. */
export const vMadeHow = v.union(
  v.literal("by_hand"),
  v.literal("ai_assisted"),
  v.literal("ai_generated"),
);

export type MadeHow = Infer<typeof vMadeHow>;

/** What others may do with a work. */
export const vLicence = v.union(
  v.literal("all_rights_reserved"),
  v.literal("cc_by"),
  v.literal("cc_by_sa"),
  v.literal("cc_by_nc"),
  v.literal("cc_by_nc_sa"),
  v.literal("cc_by_nd"),
  v.literal("cc_by_nc_nd"),
  v.literal("cc0"),
);

export type Licence = Infer<typeof vLicence>;

/**
 * The visibility that an artist chooses for a work: everyone, people with its link,
 * or only the artist.
 */
export const vVisibility = v.union(
  v.literal("published"),
  v.literal("unlisted"),
  v.literal("draft"),
);

export type Visibility = Infer<typeof vVisibility>;

/**
 * The square crop of a picture in grids: its position between the left and right edge, and between
 * the upper and lower one, each from 0 to 1; and its enlargement compared with the largest square.
 * Default 1.
 */
export const vFocus = v.object({ x: v.number(), y: v.number(), zoom: v.optional(v.number()) });

export type Focus = Infer<typeof vFocus>;

/** If enlarged further, the small pictures of grids would look blurred. */
export const MOST_FOCUS_ZOOM = 2;

export function isFocus({ x, y, zoom = 1 }: Focus): boolean {
  return [x, y].every((place) => place >= 0 && place <= 1) && zoom >= 1 && zoom <= MOST_FOCUS_ZOOM;
}

/** The maximum number of tags of a work, of pictures besides its first, and of steps. */
export const WORK_LIMITS = { tags: 15, pages: 9, steps: 20 } as const;

/** The maximum number of works that one call changes. */
export const BULK_EDIT_WORKS = 20;

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,29}$/u;

/**
 * Normalises a tag to its stored form: `#Oil Paint` becomes `oil-paint`.
 *
 * @returns The tag, or null if it is invalid: longer than 30 characters, or with characters other
 *   than letters, digits, hyphens and underscores.
 */
export function tagOf(text: string): string | null {
  const tag = text.trim().replace(/^#/, "").toLowerCase().replace(/\s+/g, "-");
  return TAG.test(tag) && isVisible(tag) ? tag : null;
}

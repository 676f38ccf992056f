import { v } from "convex/values";
import type { Infer } from "convex/values";
import { isVisible } from "./texts";

/** How a work was made, as its artist says. */
export const vMadeHow = v.union(
  v.literal("by_hand"),
  v.literal("ai_assisted"),
  v.literal("ai_generated"),
);

export type MadeHow = Infer<typeof vMadeHow>;

/** The rights of others to a work. */
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
 * Which square part of a picture grids show: where it lies between the left and right
 * edge, and between the upper and lower one, each from 0 to 1; and how much larger than
 * the largest square it is shown. Default 1.
 */
export const vFocus = v.object({ x: v.number(), y: v.number(), zoom: v.optional(v.number()) });

export type Focus = Infer<typeof vFocus>;

/** Enlarged further, the small pictures of grids would look blurred. */
export const MOST_FOCUS_ZOOM = 2;

export function isFocus({ x, y, zoom = 1 }: Focus): boolean {
  return [x, y].every((place) => place >= 0 && place <= 1) && zoom >= 1 && zoom <= MOST_FOCUS_ZOOM;
}

/** How many tags a work has, how many pictures beside its first, and how many steps, at most. */
export const WORK_LIMITS = { tags: 15, pages: 9, steps: 20 } as const;

/** How many works one call changes, at most. */
export const BULK_EDIT_WORKS = 20;

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,29}$/u;

/**
 * Normalises a tag to its stored form: `#Oil Paint` is `oil-paint`.
 *
 * @returns The tag, or null when it is invalid: longer than 30 characters, or with
 *   other characters than letters, digits, hyphens and underscores.
 */
export function tagOf(text: string): string | null {
  const tag = text.trim().replace(/^#/, "").toLowerCase().replace(/\s+/g, "-");
  return TAG.test(tag) && isVisible(tag) ? tag : null;
}

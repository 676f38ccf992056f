import { v } from "convex/values";
import type { Infer } from "convex/values";

/** Where a member opened a work from. */
export const vViewSource = v.union(
  v.literal("feed"),
  v.literal("explore"),
  v.literal("search"),
  v.literal("profile"),
  /** Elsewhere on the site: a collection, a studio, a notification. */
  v.literal("site"),
  /** A link from outside, or a typed URL. */
  v.literal("link"),
);

export type ViewSource = Infer<typeof vViewSource>;

export const VIEW_SOURCES: readonly ViewSource[] = vViewSource.members.map(({ value }) => value);

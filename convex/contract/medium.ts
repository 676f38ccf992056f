import { v } from "convex/values";
import type { Infer } from "convex/values";

/** How a work was made, according to its artist. */
export const vMedium = v.union(
  v.literal("painting"),
  v.literal("ink"),
  v.literal("pixel"),
  v.literal("3d"),
  v.literal("generative"),
  v.literal("photography"),
  v.literal("other"),
);

export type Medium = Infer<typeof vMedium>;

import { defineTable } from "convex/server";
import { v } from "convex/values";

export const insightsTables = {
  // The events of an artist's works on one day. Written by insights/dailyCounts.
  dailyCounts: defineTable({
    profileId: v.id("profiles"),
    /** Days since 1970, in UTC. */
    day: v.number(),
    views: v.number(),
    likes: v.number(),
    comments: v.number(),
    follows: v.number(),
    /** The views by source. Absent in rows from before sources were counted. */
    sources: v.optional(
      v.object({
        feed: v.optional(v.number()),
        explore: v.optional(v.number()),
        search: v.optional(v.number()),
        profile: v.optional(v.number()),
        site: v.optional(v.number()),
        link: v.optional(v.number()),
      }),
    ),
  }).index("by_profileId_and_day", ["profileId", "day"]),

  // The views of a work on one day. Written by insights/dailyCounts. Deleted with the work, and
  // when no window includes the day any longer.
  workViews: defineTable({
    artworkId: v.id("artworks"),
    day: v.number(),
    views: v.number(),
  })
    .index("by_artworkId_and_day", ["artworkId", "day"])
    .index("by_day", ["day"]),

  // One row: the current day, because queries have no clock. Written by insights/dailyCounts.
  currentDay: defineTable({ day: v.number() }),
};

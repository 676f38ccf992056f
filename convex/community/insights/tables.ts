import { defineTable } from "convex/server";
import { v } from "convex/values";

export const insightsTables = {
  // What happened to an artist's works on one day. Written by counters.
  dailyCounts: defineTable({
    profileId: v.id("profiles"),
    /** Days since 1970, in UTC. */
    day: v.number(),
    views: v.number(),
    likes: v.number(),
    comments: v.number(),
    follows: v.number(),
  }).index("by_profileId_and_day", ["profileId", "day"]),

  // One row: the day that it is, for queries, which have no clock. Written by counters.
  currentDay: defineTable({ day: v.number() }),
};

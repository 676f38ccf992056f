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
  }).index("by_profileId_and_day", ["profileId", "day"]),

  // One row: the current day, because queries have no clock. Written by insights/dailyCounts.
  currentDay: defineTable({ day: v.number() }),
};

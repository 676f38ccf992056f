import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vRole = v.union(v.literal("manager"), v.literal("member"));

export const vMemberState = v.union(v.literal("invited"), v.literal("joined"), v.literal("seated"));

export const studioTables = {
  // Teams that share the plan of their owner. Written by studios, and by members when one is handed over.
  studios: defineTable({
    /** Unique, and for good. */
    slug: v.string(),
    name: v.string(),
    /** Whom nobody can remove. */
    ownerId: v.id("profiles"),
    /** Who pays: the customer that the owner is. */
    customerId: v.string(),
    /** Whom the owner asked to take it over; absent: no one. */
    offeredTo: v.optional(v.id("profiles")),
  })
    .index("by_slug", ["slug"])
    .index("by_ownerId", ["ownerId"]),

  // Who belongs to a studio, or was asked to. Written by members.
  studioMembers: defineTable({
    studioId: v.id("studios"),
    profileId: v.id("profiles"),
    role: vRole,
    /** Which customer they are, who would pay as its owner; null until they joined. */
    customerId: v.union(v.string(), v.null()),
    /** `seated` members have an entity of `seats`, and with it uploads of their own. */
    state: vMemberState,
    /** The entity, new for each time a seat is given; null without a seat. */
    entityId: v.union(v.string(), v.null()),
  })
    .index("by_studioId_and_profileId", ["studioId", "profileId"])
    .index("by_profileId", ["profileId"]),

  // Seats that were released after some of their uploads were used. Written by
  // spentSeats. Deleted when the seat is given again, and when its month is over.
  spentSeats: defineTable({
    customerId: v.string(),
    used: v.number(),
    /** When its uploads would have started anew; null: never. */
    resetsAt: v.union(v.number(), v.null()),
  }).index("by_customerId_and_used", ["customerId", "used"]),
};

import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vRole = v.union(v.literal("manager"), v.literal("member"));

export const vMemberState = v.union(v.literal("invited"), v.literal("joined"), v.literal("seated"));

export const studioTables = {
  // Teams that share the plan of their owner. Written by studios, and by studios/ownership on a
  // handover.
  studios: defineTable({
    /** Unique, and it never changes. */
    slug: v.string(),
    name: v.string(),
    /** The member whom no one can remove. */
    ownerId: v.id("profiles"),
    /** The customer that pays: the owner's. */
    customerId: v.string(),
    /** The member to whom the owner offered it; absent: no one. */
    offeredTo: v.optional(v.id("profiles")),
  })
    .index("by_slug", ["slug"])
    .index("by_ownerId", ["ownerId"]),

  // The members of a studio, invited ones included. Written by studios/members.
  studioMembers: defineTable({
    studioId: v.id("studios"),
    profileId: v.id("profiles"),
    role: vRole,
    /**
     * The member's own customer, which would pay if they owned the studio; null until
     * they joined.
     */
    customerId: v.union(v.string(), v.null()),
    /** A `seated` member has an entity of `seats`, with uploads of its own. */
    state: vMemberState,
    /** The id of the entity, new each time a seat is assigned; null without a seat. */
    entityId: v.union(v.string(), v.null()),
  })
    .index("by_studioId_and_profileId", ["studioId", "profileId"])
    .index("by_profileId", ["profileId"]),
};

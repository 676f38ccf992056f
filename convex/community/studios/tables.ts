import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vRole = v.union(v.literal("manager"), v.literal("member"));

export const vMemberState = v.union(v.literal("invited"), v.literal("joined"), v.literal("seated"));

export const studioTables = {
  // Teams that share the plan of their owner. Written by studios, and by studios/ownership on a
  // transfer.
  studios: defineTable({
    /** Unique and permanent. */
    slug: v.string(),
    name: v.string(),
    /** The owner. Managers can remove other members only. */
    ownerId: v.id("profiles"),
    /** The paying customer: the owner's. */
    customerId: v.string(),
    /** The member who can take it over. Absent if the owner has not offered it. */
    offeredTo: v.optional(v.id("profiles")),
  })
    .index("by_slug", ["slug"])
    .index("by_ownerId", ["ownerId"]),

  // The members of a studio, including invited ones. Written by studios/members.
  studioMembers: defineTable({
    studioId: v.id("studios"),
    profileId: v.id("profiles"),
    role: vRole,
    /** The member's own customer, which pays if they become the owner; null until they join. */
    customerId: v.union(v.string(), v.null()),
    /** A `seated` member has an entity of `seats` with its own uploads. */
    state: vMemberState,
    /** The id of the entity, new each time a seat is assigned; null without a seat. */
    entityId: v.union(v.string(), v.null()),
  })
    .index("by_studioId_and_profileId", ["studioId", "profileId"])
    .index("by_profileId", ["profileId"]),
};

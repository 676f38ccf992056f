import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { vUsedGrant } from "../../rules/entities/entityBalances";

export const entityTables = {
  // Parts of a customer with usage of their own: seats, workspaces. Written by entities. Read by
  // every call about an entity. Deleted with the customer; a deleted entity stays as history.
  entities: defineTable({
    customer: v.id("customers"),
    /** The caller's. */
    entity_id: v.string(),
    name: nullable(v.string()),
    /** The feature of which the entity uses one. */
    feature_id: v.string(),
    created_at: v.number(),
    deleted_at: nullable(v.number()),
  })
    .index("by_feature_id", ["feature_id"])
    .index("by_customer_and_deleted_at", ["customer", "deleted_at"])
    .index("by_customer_and_entity_id_and_deleted_at", ["customer", "entity_id", "deleted_at"]),

  // The usage of a subscription's grants by an entity that lost its seat, one row each: the entity
  // that takes the seat gets the remainder. Written by store/balances/usedGrants. Read when an
  // entity gets balances. Deleted when an entity takes it over, by lifecycle/retention, and with
  // the customer.
  usedGrants: defineTable({
    customer: v.id("customers"),
    subscription: v.id("subscriptions"),
    entity_id: v.string(),
    entity_feature_id: v.string(),
    grants: v.array(vUsedGrant),
    /** When all of the grants have reset; if one never resets, the largest safe integer. */
    until: v.number(),
  })
    .index("by_customer", ["customer"])
    .index("by_until", ["until"])
    .index("by_subscription_and_entity_id_and_entity_feature_id", [
      "subscription",
      "entity_id",
      "entity_feature_id",
    ])
    .index("by_subscription_and_entity_feature_id_and_until", [
      "subscription",
      "entity_feature_id",
      "until",
    ]),
};

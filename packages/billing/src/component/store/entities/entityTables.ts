import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../../contract/wire";

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
};

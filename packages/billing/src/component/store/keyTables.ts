import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../contract/wire";

export const vKeyKind = v.union(v.literal("secret"), v.literal("publishable"));

export const keyTables = {
  // Keys of the /v1 API. Written by keys. Read by every request to it. Never deleted: a revoked key
  // stays in the list.
  apiKeys: defineTable({
    /** The operator's name for it. */
    name: v.string(),
    kind: vKeyKind,
    /** The key's beginning, to recognise it by. */
    prefix: v.string(),
    /** SHA-256 of the key. The key itself is shown once and never stored. */
    hash: v.string(),
    created_at: v.number(),
    revoked_at: nullable(v.number()),
  }).index("by_hash", ["hash"]),
};

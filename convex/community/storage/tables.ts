import { defineTable } from "convex/server";
import { v } from "convex/values";

export const storageTables = {
  // How many bytes a customer's files have, so that billing's usage can be synced. Written by
  // storage/quota. Deleted with the last file.
  storedBytes: defineTable({ customerId: v.string(), bytes: v.number() }).index("by_customerId", [
    "customerId",
  ]),
};

import { defineTable } from "convex/server";
import { v } from "convex/values";

export const storageTables = {
  // How much somebody's files weigh, so that billing can be told anew what is in
  // use. Written by room. Deleted with the last file.
  storedBytes: defineTable({ customerId: v.string(), bytes: v.number() }).index("by_customerId", [
    "customerId",
  ]),
};

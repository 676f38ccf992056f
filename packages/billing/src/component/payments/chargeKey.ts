import { v } from "convex/values";
import type { Infer } from "convex/values";

/**
 * What a charge pays for: an intent, or a bill without an intent. The ids are unique across
 * both kinds, and the invoices have the same ids.
 */
export const vChargeKey = v.union(
  v.object({ kind: v.literal("intent"), id: v.id("intents") }),
  v.object({ kind: v.literal("bill"), id: v.string() }),
);
export type ChargeKey = Infer<typeof vChargeKey>;

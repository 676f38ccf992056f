import { v } from "convex/values";
import type { Infer } from "convex/values";

/**
 * What a charge pays: an intent, or a bill that no intent precedes. The ids are unique
 * among both kinds, and invoices have the same.
 */
export const vChargeKey = v.union(
  v.object({ kind: v.literal("intent"), id: v.id("intents") }),
  v.object({ kind: v.literal("bill"), id: v.string() }),
);
export type ChargeKey = Infer<typeof vChargeKey>;

import { v } from "convex/values";
import type { Infer } from "convex/values";

/**
 * What the customer is billed next automatically, as far as it is known today. If several
 * subscriptions are billed at that time, it covers all of them. Amounts in major units, before the
 * customer's credit.
 */
export const vNextInvoice = v.object({
  /** Milliseconds since 1970. */
  at: v.number(),
  total: v.number(),
  currency: v.string(),
  lines: v.array(v.object({ description: v.string(), amount: v.number(), product_id: v.string() })),
  /** Whether usage until then can change it. Otherwise the invoice equals it to the cent. */
  has_usage: v.boolean(),
});
export type NextInvoice = Infer<typeof vNextInvoice>;

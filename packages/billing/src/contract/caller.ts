import { v } from "convex/values";
import type { Infer } from "convex/values";
import { BROWSER_OPERATIONS } from "./operations";
import { vCustomerData } from "./params";

/** The name of an operation that a browser may ask for. */
export const vBrowserOperation = v.union(
  ...BROWSER_OPERATIONS.map((operation) => v.literal(operation)),
);

export const vWho = v.object({
  customerId: v.string(),
  entityId: v.optional(v.string()),
  customerData: v.optional(vCustomerData),
});
/** The customer of a call: the caller's own, or one that host code names. */
export type Who = Infer<typeof vWho>;

/** The caller's customer; null when signed out. */
export const vCaller = v.union(vWho, v.null());

/** Two counters that only rise, and when something changes by the clock alone. */
export const vRevision = v.object({
  customer: v.number(),
  catalogue: v.number(),
  next_change_at: v.union(v.number(), v.null()),
});

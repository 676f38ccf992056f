import { v } from "convex/values";
import type { Infer } from "convex/values";
import { BROWSER_OPERATIONS } from "./operations";
import { vCustomerData } from "./params";

/** The name of an operation that a browser may call. */
export const vBrowserOperation = v.union(
  ...BROWSER_OPERATIONS.map((operation) => v.literal(operation)),
);

export const vWho = v.object({
  customerId: v.string(),
  entityId: v.optional(v.string()),
  customerData: v.optional(vCustomerData),
});
/** The customer of a call: the caller's own, or one that host code chooses. */
export type Who = Infer<typeof vWho>;

/** The claims of a verified token that decide who the customer is. */
export const vIdentity = v.object({
  tokenIdentifier: v.string(),
  subject: v.string(),
  issuer: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean()),
  preferredUsername: v.optional(v.string()),
});

/** {@link Claims}, for a host's query that returns its caller's identity. */
export const vClaims = v.object({
  ...vIdentity.fields,
  nickname: v.optional(v.string()),
  sid: v.optional(v.string()),
});

/**
 * The customer of a call: that of a verified identity, or one that the host chooses.
 * `tokenIdentifier` is the caller's own token identifier; null without one.
 */
export const vCaller = v.union(
  v.object({ identity: vIdentity }),
  v.object({ customerId: v.string(), tokenIdentifier: v.union(v.string(), v.null()) }),
);
export type Caller = Infer<typeof vCaller>;

/**
 * Two counters that only increase, and the next time at which the clock alone changes
 * something.
 */
export const vRevision = v.object({
  customer: v.number(),
  catalogue: v.number(),
  next_change_at: v.union(v.number(), v.null()),
});

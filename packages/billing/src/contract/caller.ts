import { v } from "convex/values";
import { BROWSER_OPERATIONS } from "./operations";
import { vCustomerData } from "./params";

/** The name of an operation that a browser may ask for. */
export const vBrowserOperation = v.union(
  ...BROWSER_OPERATIONS.map((operation) => v.literal(operation)),
);

/** Which customer calls; null when signed out. */
export const vCaller = v.union(
  v.object({ customerId: v.string(), customerData: v.optional(vCustomerData) }),
  v.null(),
);

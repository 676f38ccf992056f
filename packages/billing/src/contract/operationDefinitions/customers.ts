import { v } from "convex/values";
import { vBillingPortal, vCustomerList, vSuccess } from "../accountResponses";
import { vExpand } from "../responses";
import { vCreateCustomerParams, vCustomerData, who } from "../params";
import { nullable, vCustomer, vInterval } from "../wire";
import { arg, directRow, row } from "./row";

const vBalanceParams = v.object({
  feature_id: v.string(),
  /** The balance to set; the difference is an adjustment, use does not change. */
  balance: v.number(),
  /** Select some of the grants. Absent: all of the feature's. */
  interval: v.optional(nullable(vInterval)),
  interval_count: v.optional(v.number()),
  entity_id: v.optional(v.string()),
});

/** Operations on whole customers. */
export const customerRows = {
  createCustomer: row({
    direct: { verb: "POST", path: "/customers" },
    effect: "writes",
    args: {
      expand: arg("expand", v.optional(v.array(vExpand))),
      errorOnNotFound: arg(null, v.optional(v.boolean())),
    },
    params: vCreateCustomerParams,
    result: v.union(vCustomer, v.null()),
    callers: "customers",
  }),
  listCustomers: directRow({
    direct: { verb: "GET", path: "/customers" },
    effect: "reads",
    params: v.object({
      /** Default 10. */
      limit: v.optional(v.number()),
      offset: v.optional(v.number()),
    }),
    result: vCustomerList,
  }),
  getCustomer: directRow({
    direct: { verb: "GET", path: "/customers/{customer_id}" },
    effect: "reads",
    params: v.object({ customer_id: v.string(), expand: v.optional(v.array(vExpand)) }),
    result: vCustomer,
  }),
  updateCustomer: directRow({
    direct: { verb: "POST", path: "/customers/{customer_id}" },
    effect: "writes",
    params: v.object({
      customer_id: v.string(),
      /** A new id for the customer; null is refused. */
      id: v.optional(nullable(v.string())),
      ...vCustomerData.fields,
      /** Merged; null deletes a key. */
      metadata: v.optional(v.record(v.string(), nullable(v.string()))),
    }),
    result: vCustomer,
  }),
  deleteCustomer: directRow({
    direct: { verb: "DELETE", path: "/customers/{customer_id}" },
    effect: "writes",
    params: v.object({
      customer_id: v.string(),
      /** Also deletes it at the payment processor. */
      delete_in_stripe: v.optional(v.boolean()),
    }),
    result: vSuccess,
  }),
  billingPortal: row({
    direct: { verb: "POST", path: "/customers/{customer_id}/billing_portal" },
    effect: "writes",
    /** A path on the site; the client joins it to the site's origin. */
    args: { returnUrl: arg("return_url", v.optional(v.string())) },
    params: v.object({ ...who, return_url: v.optional(v.string()) }),
    result: vBillingPortal,
    callers: "customers",
  }),
  setBalances: directRow({
    direct: { verb: "POST", path: "/customers/{customer_id}/balances" },
    effect: "writes",
    params: v.object({ customer_id: v.string(), balances: v.array(vBalanceParams) }),
    result: vSuccess,
  }),
} as const;

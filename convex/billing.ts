import { v } from "convex/values";
import type { BrowserOperation } from "../packages/billing/src/contract";
import { internal } from "./_generated/api";
import { query as reactiveQuery } from "./_generated/server";
import { defineBilling } from "./provider/browser";
import { billing } from "./provider/index";
import type { BillingConfig } from "./provider/terms";

/** What a suspended member can do: see what they have, and stop paying for it. */
const OPEN_TO_SUSPENDED: ReadonlySet<BrowserOperation> = new Set([
  "createCustomer",
  "listProducts",
  "check",
  "query",
  "getEntity",
  "cancel",
  "billingPortal",
]);

/** What a browser may do, whether it calls these actions or asks over HTTP. */
export const browserTerms: BillingConfig = {
  clientTrackable: [],
  caller: async (ctx, operation) =>
    await ctx.runMutation(internal.accounts.guarded.identify, {
      openToSuspended: OPEN_TO_SUSPENDED.has(operation),
      operation,
    }),
};

/**
 * What a browser may call. Server code uses `billing` from `./provider/index`.
 *
 * @see Spec §7, "A server-actions mode offers the same operations"
 */
const browserAction = defineBilling(browserTerms);

export const createCustomer = browserAction("createCustomer");
export const listProducts = browserAction("listProducts");
export const checkout = browserAction("checkout");
export const attach = browserAction("attach");
export const check = browserAction("check");
export const track = browserAction("track");
export const setupPayment = browserAction("setupPayment");
export const cancel = browserAction("cancel");
export const query = browserAction("query");
export const billingPortal = browserAction("billingPortal");
export const createReferralCode = browserAction("createReferralCode");
export const redeemReferralCode = browserAction("redeemReferralCode");
export const createEntity = browserAction("createEntity");
export const getEntity = browserAction("getEntity");
export const deleteEntity = browserAction("deleteEntity");

/**
 * Tells an open page that its customer or the catalogue has changed, so that it
 * fetches once instead of polling. Two numbers that only rise.
 */
export const revision = reactiveQuery({
  args: {},
  returns: v.object({
    customer: v.number(),
    catalogue: v.number(),
    /** When something changes by the clock alone: a reset, the end of a trial. */
    next_change_at: v.union(v.number(), v.null()),
  }),
  handler: async (ctx) => await billing.revision(ctx),
});

import { Billing } from "../packages/billing/src/client";
import type { BillingConfig, Identification } from "../packages/billing/src/client";
import type { BrowserOperation } from "../packages/billing/src/contract";
import { components, internal } from "./_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "./_generated/server";
import { refusals } from "./accounts/refuse";
import { callerOf } from "./accounts/standing";
import { readSeller } from "./seller";
import { SPOTLIGHT_CATALOGUE } from "./community/plans";
import type { FeatureId, ProductId } from "./community/plans";

/** A suspended member can still see their products, and cancel them. */
const OPEN_TO_SUSPENDED: readonly BrowserOperation[] = [
  "createCustomer",
  "listProducts",
  "check",
  "query",
  "getEntity",
  "cancel",
  "billingPortal",
];

const config: BillingConfig<FeatureId, ProductId> = {
  catalogue: SPOTLIGHT_CATALOGUE,
  onEvent: internal.billingMails.onEvent.onEvent,
  get seller() {
    return readSeller();
  },
  identify: identifyMember,
};

/**
 * The calling member: the customer of their identity, while their session has not ended. Queries
 * and mutations have already refused suspended members.
 */
async function identifyMember(ctx: QueryCtx | MutationCtx | ActionCtx): Promise<Identification> {
  if ("db" in ctx) return await callerOf(ctx);
  const {
    data,
    error,
    statusCode = 401,
  } = await ctx.runQuery(internal.accounts.guarded.identify, {});
  if (error) return { data, error, statusCode };
  const { caller, suspendedFor } = data;
  if (!caller || suspendedFor === null) return caller;
  return { who: caller, only: OPEN_TO_SUSPENDED, refusal: refusals.suspended(suspendedFor) };
}

/** For server code: `billing.gate(ctx, await billing.me(ctx), …)`. */
export const billing = new Billing(components.billing, config);

/**
 * The actions that a browser can call, and the installer of the catalogue.
 *
 * @see Spec §7, "A server-actions mode offers the same operations"
 */
export const {
  createCustomer,
  listProducts,
  checkout,
  attach,
  check,
  track,
  setupPayment,
  cancel,
  query,
  billingPortal,
  createReferralCode,
  redeemReferralCode,
  createEntity,
  getEntity,
  deleteEntity,
  revision,
  install,
} = billing.actions();

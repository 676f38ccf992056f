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

/** A suspended member can see their products, and stop paying for them. */
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
 * The member who calls: their customer is that of their identity, while their session
 * has not ended. Queries and mutations have refused suspended members already.
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

/** What server code calls: `billing.gate(ctx, await billing.me(ctx), …)`. */
export const billing = new Billing(components.billing, config);

/**
 * What a browser may call, and the catalogue's installer.
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

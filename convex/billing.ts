import { Billing } from "../packages/billing/src/client";
import type { BillingConfig } from "../packages/billing/src/client";
import type { BrowserOperation } from "../packages/billing/src/contract";
import { components, internal } from "./_generated/api";
import { readSeller } from "./seller";
import { SPOTLIGHT_CATALOGUE } from "./community/plans";
import type { FeatureId, ProductId } from "./community/plans";

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

const config: BillingConfig<FeatureId, ProductId> = {
  catalogue: SPOTLIGHT_CATALOGUE,
  onEvent: internal.billingMails.onEvent.onEvent,
  get seller() {
    return readSeller();
  },
  caller: async (ctx, operation) =>
    await ctx.runMutation(internal.accounts.guarded.identify, {
      openToSuspended: OPEN_TO_SUSPENDED.has(operation),
      operation,
    }),
};

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

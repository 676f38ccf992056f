import { Billing, defineCatalog } from "../../../packages/billing/src/client";
import type { BillingOf } from "../../../packages/billing/src/client";
import { components, internal } from "./_generated/api";

const catalogue = defineCatalog({
  currency: "usd",
  features: { notes: { name: "Notes", type: "single_use" } },
  products: {
    free: { name: "Free", is_default: true, items: [{ feature_id: "notes", included_usage: 2 }] },
    pack: { name: "Pack", is_add_on: true, items: [{ feature_id: "notes", included_usage: 9 }] },
  },
});

export const billing: BillingOf<typeof catalogue> = new Billing(components.billing, {
  catalogue,
  onEvent: internal.events.onEvent,
  identify: async (ctx) => await ctx.runQuery(internal.organizations.payer, {}),
  authorize: async (ctx, { who }) =>
    (await ctx.runQuery(internal.organizations.payer, {}))?.customerId === who.customerId,
});
export const { install, revision, createCustomer, attach, check } = billing.actions();

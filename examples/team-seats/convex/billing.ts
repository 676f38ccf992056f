import { Billing, defineCatalog } from "@spotlight/billing";
import { components } from "./_generated/api";

/** Each seat has its own renders. */
const renders = (included_usage: number) =>
  ({
    feature_id: "renders",
    interval: "month",
    included_usage,
    entity_feature_id: "seats",
  }) as const;

const catalogue = defineCatalog({
  currency: "usd",
  features: {
    seats: {
      name: "Seats",
      type: "continuous_use",
      display: { singular: "seat", plural: "seats" },
    },
    renders: { name: "Renders", type: "single_use" },
  },
  products: {
    solo: {
      name: "Solo",
      is_default: true,
      items: [{ feature_id: "seats", included_usage: 1 }, renders(5)],
    },
    team: {
      name: "Team",
      items: [
        { price: 20, interval: "month" },
        { feature_id: "seats", included_usage: 3 },
        renders(50),
      ],
    },
  },
});

export const billing = new Billing(components.billing, {
  catalogue,
  // The buyer manages the seats. An app with roles looks up whether the caller is an admin.
  authorize: () => Promise.resolve(true),
});
const actions = billing.actions();
export const { install, revision, createCustomer, listProducts, checkout, attach, check } = actions;
export const { cancel, track, query, setupPayment, billingPortal, createEntity } = actions;
export const { getEntity, deleteEntity, createReferralCode, redeemReferralCode } = actions;

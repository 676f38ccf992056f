import { Billing, defineCatalog } from "@spotlight/billing";
import { components } from "./_generated/api";

const catalogue = defineCatalog({
  currency: "usd",
  features: {
    completions: { name: "Completions", type: "single_use" },
    credits: {
      name: "Credits",
      type: "credit_system",
      display: { singular: "credit", plural: "credits" },
      credit_schema: [{ metered_feature_id: "completions", credit_cost: 5 }],
    },
  },
  products: {
    free: {
      name: "Free",
      is_default: true,
      items: [{ feature_id: "credits", included_usage: 10 }],
    },
    pro: {
      name: "Pro",
      items: [
        { price: 20, interval: "month" },
        { feature_id: "credits", interval: "month", included_usage: 1000 },
      ],
    },
    top_up: {
      name: "Top-up",
      is_add_on: true,
      items: [{ feature_id: "credits", price: 5, billing_units: 100, usage_model: "prepaid" }],
    },
  },
});
export const billing = new Billing(components.billing, { catalogue });
const actions = billing.actions();
export const { install, revision, createCustomer, listProducts, checkout, attach, check } = actions;
export const { cancel, track, query, setupPayment, billingPortal, createEntity } = actions;
export const { getEntity, deleteEntity, createReferralCode, redeemReferralCode } = actions;

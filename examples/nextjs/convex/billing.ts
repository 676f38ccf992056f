import { Billing, defineCatalog } from "@spotlight/billing";
import { components } from "./_generated/api";

const prints = (included_usage: number) =>
  ({ feature_id: "prints", interval: "month", included_usage }) as const;
const catalogue = defineCatalog({
  currency: "usd",
  features: { prints: { name: "Prints", type: "single_use" } },
  products: {
    free: { name: "Free", is_default: true, items: [prints(3)] },
    pro: { name: "Pro", items: [{ price: 9, interval: "month" }, prints(100)] },
  },
});
export const billing = new Billing(components.billing, { catalogue });
const actions = billing.actions();
export const { install, revision, createCustomer, listProducts, checkout, attach, check } = actions;
export const { cancel, track, query, setupPayment, billingPortal, createEntity } = actions;
export const { getEntity, deleteEntity, createReferralCode, redeemReferralCode } = actions;

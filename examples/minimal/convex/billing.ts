import { billingActions, catalogueInstaller, defineCatalog } from "@spotlight/billing/server";

export { revision } from "@spotlight/billing/server";
export const terms = { clientTrackable: [] };
const actions = billingActions(terms);
export const { createCustomer, listProducts, checkout, attach, check, track } = actions;
export const { cancel, setupPayment, billingPortal, query, createReferralCode } = actions;
export const { redeemReferralCode, createEntity, getEntity, deleteEntity } = actions;

const uploads = (included: number) => ({
  feature_id: "uploads" as const,
  included_usage: included,
});
const catalogue = defineCatalog({
  currency: "usd",
  features: { uploads: { name: "Uploads", type: "single_use" } },
  products: {
    free: { name: "Free", is_default: true, items: [uploads(3)] },
    pro: { name: "Pro", items: [{ price: 9, interval: "month" }, uploads(100)] },
  },
});
export const install = catalogueInstaller(catalogue);

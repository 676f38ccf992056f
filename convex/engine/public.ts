import { ok } from "../../packages/billing/src/contract/errors";
import type { OperationResult, WireParams } from "../../packages/billing/src/contract/operations";
import type { QueryCtx } from "../_generated/server";
import { queryUsage } from "./operations/usage/analytics";
import { attach as attachProduct } from "./operations/purchases/attach";
import { loadCatalogue } from "./store/catalogue/catalog";
import * as editor from "./operations/catalogue/catalogEditor";
import { cancel as cancelProduct } from "./operations/purchases/cancel";
import { check as checkAccess } from "./operations/usage/check";
import { explainCheck as explainAccess } from "./operations/usage/explain";
import { checkout as previewCheckout } from "./operations/purchases/checkout";
import { customerKey } from "./platform/customerKeys";
import { viewCustomer } from "./operations/customers/customers";
import * as directory from "./operations/customers/directory";
import * as entities from "./operations/entities/entities";
import * as features from "./operations/catalogue/featureEditor";
import * as ledger from "./operations/ledger/ledgerView";
import { describeAnonymousOffer, describeOffer } from "./operations/catalogue/offers";
import { read, write } from "./operation";
import * as portal from "./operations/purchases/portal";
import * as referrals from "./operations/rewards/referrals";
import { compareProducts } from "../../packages/billing/src/component/rules/scenario";
import * as balances from "./operations/usage/setBalances";
import { openSetupPage } from "./operations/purchases/setup";
import { transferProduct as moveProduct } from "./operations/purchases/transfer";
import { loadTrials } from "./store/customers/trials";
import * as usage from "./operations/usage/usage";

/**
 * The operations of the contract, one internal function each: the embedded
 * provider and the /v1 API call these, and nothing else of the engine.
 */

/** Get-or-create needs no key: asked twice, it answers the same. */
export const createCustomer = write("createCustomer", directory.createCustomer, {
  keyOf: () => undefined,
});
export const listCustomers = read("listCustomers", directory.listCustomers);
export const getCustomer = read("getCustomer", directory.getCustomer);
export const updateCustomer = write("updateCustomer", directory.updateCustomer);
export const deleteCustomer = write("deleteCustomer", directory.deleteCustomer);
export const setBalances = write("setBalances", balances.setBalances);
export const listLedger = read("listLedger", ledger.listLedger);

export const listProducts = read("listProducts", listOffers);
export const getProduct = read("getProduct", editor.getProduct);
export const createProduct = write("createProduct", editor.createProduct);
export const updateProduct = write("updateProduct", editor.updateProduct);
export const deleteProduct = write("deleteProduct", editor.deleteProduct);
export const listFeatures = read("listFeatures", features.listFeatures);
export const getFeature = read("getFeature", features.getFeature);
export const createFeature = write("createFeature", features.createFeature);
export const updateFeature = write("updateFeature", features.updateFeature);
export const deleteFeature = write("deleteFeature", features.deleteFeature);

export const checkout = write("checkout", previewCheckout);
export const attach = write("attach", attachProduct);
export const cancel = write("cancel", cancelProduct);
export const setupPayment = write("setupPayment", openSetupPage);
export const billingPortal = write("billingPortal", portal.billingPortal);

/** A denial is not remembered: the same key may pass once the plan has changed. */
export const check = write("check", checkAccess, {
  keyOf: ({ send_event }, key) => (send_event === true ? key : undefined),
  isRemembered: ({ data }) => (data as { allowed?: boolean } | null)?.allowed === true,
});
export const explainCheck = read("explainCheck", explainAccess);
export const track = write("track", usage.track, {
  keyOf: ({ customer_id, idempotency_key: key }, header) =>
    key === undefined ? header : customerKey(customer_id, key),
});

export const setUsage = write("setUsage", usage.setUsage);
export const query = read("query", queryUsage);

export const createEntity = write("createEntity", entities.createEntity);
export const getEntity = read("getEntity", entities.getEntity);
export const deleteEntity = write("deleteEntity", entities.deleteEntity);

export const transferProduct = write("transferProduct", moveProduct);

export const createReferralCode = write("createReferralCode", referrals.createReferralCode);
export const redeemReferralCode = write("redeemReferralCode", referrals.redeemReferralCode);

async function listOffers(
  ctx: QueryCtx,
  { customer_id: id }: WireParams<"listProducts">,
  now: number,
): Promise<OperationResult<"listProducts">> {
  const holdings = id === undefined ? null : await viewCustomer(ctx, id, now, null);
  const catalogue = holdings ? holdings.catalogue : await loadCatalogue(ctx);
  const onSale = [...catalogue.products.values()].filter((product) => !product.archived);
  onSale.sort(compareProducts);
  if (!holdings) {
    return ok({ list: onSale.map((product) => describeAnonymousOffer(catalogue, product)) });
  }
  const trials = await loadTrials(ctx, holdings.customer);
  return ok({ list: onSale.map((product) => describeOffer(holdings, trials, product)) });
}

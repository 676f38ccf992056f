import { v } from "convex/values";
import type { CheckFeature } from "../contract/responses";
import { vCheckFeature } from "../contract/responses";
import { vBrowserOperation, vCaller, vRevision, vWho } from "../contract/caller";
import type { Who } from "../contract/caller";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { nullable, vCustomerFeature } from "../contract/wire";
import type { CustomerFeature } from "../contract/wire";
import { mutation, query as reading } from "./_generated/server";
import { resolve } from "./operations/customers/identify";
import { currentProcessor } from "./payments/current";
import { billingMode } from "./platform/mode";
import * as sandboxPortals from "./payments/sessions";
import { browserLimitOf, countCall } from "./platform/rateLimits";
import { canonicalJson } from "./platform/canonical";
import { sha256Hex } from "./platform/digest";
import { currentProvider } from "./provider";
import { isRemote } from "./hostedProvider/client";
import { vCatalogue } from "./rules/catalogue/validateCatalogue";
import type { OperationResult, WireParams } from "../contract/operations";
import type { QueryCtx } from "./_generated/server";
import { queryUsage } from "./operations/usage/analytics";
import { attach as attachProduct } from "./operations/purchases/attach";
import { install, installedDigest, loadCatalogue, noteInstalled } from "./store/catalogue/catalog";
import * as editor from "./operations/catalogue/catalogEditor";
import { cancel as cancelProduct } from "./operations/purchases/cancel";
import { check as checkAccess } from "./operations/usage/check";
import { explainCheck as explainAccess } from "./operations/usage/explain";
import { checkout as previewCheckout } from "./operations/purchases/checkout";
import { customerKey } from "../contract/customerKeys";
import { viewCustomer } from "./operations/customers/customers";
import * as directory from "./operations/customers/customerList";
import * as entities from "./operations/entities/entities";
import * as invoiceList from "./operations/invoices/invoiceList";
import { createRefund as refundLines } from "./operations/invoices/refunds";
import * as features from "./operations/catalogue/featureEditor";
import * as ledger from "./operations/ledger/ledgerView";
import { serializeAnonymousOffer, serializeOffer } from "./operations/catalogue/offers";
import { read, write } from "./registerOperation";
import * as portal from "./operations/purchases/portal";
import * as referrals from "./operations/rewards/referrals";
import { compareProducts } from "./rules/plans/scenario";
import * as balances from "./operations/usage/setBalances";
import { openSetupPage } from "./operations/purchases/setup";
import { transferProduct as moveProduct } from "./operations/purchases/transfer";
import { findCustomer } from "./store/customers/customerState";
import { findIdentity, identityOf } from "./store/customers/identities";
import { saveHostSettings, vHostSettings } from "./store/hostSettings";
import { loadTrials } from "./store/customers/trials";
import * as usage from "./operations/usage/usage";

/**
 * The functions for hosts, and for no client: one for each operation of the
 * contract; those that host code calls within its own transactions; and the
 * catalogue.
 */

/** Get-or-create needs no key: asked twice, it answers the same. */
export const createCustomer = write("createCustomer", directory.createCustomer, {
  keyOf: () => undefined,
});
export const listCustomers = read("listCustomers", directory.listCustomers);
export const getCustomer = read("getCustomer", directory.getCustomer);
export const updateCustomer = write("updateCustomer", directory.updateCustomer);
export const deleteCustomer = write("deleteCustomer", directory.deleteCustomer);
export const setBalances = write(
  "setBalances",
  async (ctx, params) => await balances.setBalances(ctx, params),
);
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
export const listInvoices = read("listInvoices", invoiceList.listInvoices);
export const listCreditNotes = read("listCreditNotes", invoiceList.listCreditNotes);
export const createRefund = write(
  "createRefund",
  async (ctx, params) => await refundLines(ctx, params),
);
export const setupPayment = write("setupPayment", openSetupPage);
export const billingPortal = write("billingPortal", portal.billingPortal);

/** A refusal is not remembered: the same key may pass once the plan has changed. */
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
  const customerState = id === undefined ? null : await viewCustomer(ctx, id, now, null);
  const catalogue = customerState ? customerState.catalogue : await loadCatalogue(ctx);
  const onSale = [...catalogue.products.values()].filter((product) => !product.archived);
  onSale.sort(compareProducts);
  if (!customerState) {
    return ok({ list: onSale.map((product) => serializeAnonymousOffer(catalogue, product)) });
  }
  const trials = await loadTrials(ctx, customerState.customer);
  return ok({ list: onSale.map((product) => serializeOffer(customerState, trials, product)) });
}

/** Checks and records use, in the host's own transaction. */
export const gate = mutation({
  args: {
    who: vWho,
    featureId: v.string(),
    value: v.number(),
    key: v.string(),
    maxStaleMs: v.optional(v.number()),
  },
  returns: vResult(vCheckFeature),
  handler: async (ctx, { who, ...use }): Promise<Result<CheckFeature>> =>
    await currentProvider().gate(ctx, who, use),
});

/** Whether a customer may use a feature. Records nothing. */
export const allowed = reading({
  args: { who: vWho, featureId: v.string(), required: v.number() },
  returns: vResult(v.boolean()),
  handler: async (ctx, { who, ...need }): Promise<Result<boolean>> =>
    await currentProvider().allowed(ctx, who, need),
});

/** A customer's balance of a feature, and how much of it is used; null: they do not have it. */
export const feature = reading({
  args: { who: vWho, featureId: v.string() },
  returns: vResult(nullable(vCustomerFeature)),
  handler: async (ctx, { who, featureId }): Promise<Result<CustomerFeature | null>> =>
    await currentProvider().feature(ctx, who, featureId),
});

/** Counters that rise when the caller's customer or the catalogue changes. */
export const revision = reading({
  args: { caller: nullable(vCaller) },
  returns: vRevision,
  handler: async (ctx, { caller }): Promise<typeof vRevision.type> => {
    const who = caller && (await resolve(ctx, caller));
    return await currentProvider().revision(ctx, who && who.customerId);
  },
});

/** The customer of a call. */
export const customerOf = reading({
  args: { caller: vCaller },
  returns: vWho,
  handler: async (ctx, { caller }): Promise<Who> => await resolve(ctx, caller),
});

/**
 * The same, stored. A call of a browser counts towards the limits of its session:
 * `rate_limit_exceeded` when there were too many.
 */
export const identifyCaller = mutation({
  args: {
    caller: vCaller,
    call: v.optional(v.object({ operation: vBrowserOperation, session: nullable(v.string()) })),
  },
  returns: vResult(vWho),
  handler: async (ctx, { caller, call }): Promise<Result<Who>> => {
    const who = await resolve(ctx, caller);
    const limit = call ? browserLimitOf(call.operation) : null;
    if (!call || !limit) return ok(who);
    // A stolen session then uses up its own limit, and not its owner's.
    const key = call.session === null ? who.customerId : `${who.customerId}:${call.session}`;
    return (await countCall(ctx, limit, key)) ?? ok(who);
  },
});

/** The customer of a stored identity; null if there is none. */
export const customerByToken = reading({
  args: { tokenIdentifier: v.string() },
  returns: nullable(vWho),
  handler: async (ctx, { tokenIdentifier }): Promise<Who | null> => {
    const stored = await findIdentity(ctx, tokenIdentifier);
    return stored && { customerId: stored.customerId };
  },
});

/** The token identifier of a customer; null: one of server code, or forgotten. */
export const tokenOfCustomer = reading({
  args: { customerId: v.string() },
  returns: nullable(v.string()),
  handler: async (ctx, { customerId }): Promise<string | null> =>
    (await identityOf(ctx, customerId))?.tokenIdentifier ?? null,
});

/**
 * Forgets an identity because the host deleted its account. Signing in again
 * creates a new customer.
 */
export const forgetIdentity = mutation({
  args: { tokenIdentifier: v.string() },
  returns: v.null(),
  handler: async (ctx, { tokenIdentifier }): Promise<null> => {
    const stored = await findIdentity(ctx, tokenIdentifier);
    if (stored) await ctx.db.delete("identities", stored._id);
    return null;
  },
});

/** Ends the open billing portals of a customer, because the host ended a session of theirs. */
export const closePortals = mutation({
  args: {
    of: v.union(v.object({ tokenIdentifier: v.string() }), v.object({ customerId: v.string() })),
  },
  returns: v.null(),
  handler: async (ctx, { of }): Promise<null> => {
    const known = "customerId" in of ? of : await findIdentity(ctx, of.tokenIdentifier);
    const customer = known && (await findCustomer(ctx, known.customerId));
    if (customer) await sandboxPortals.closePortals(ctx, customer._id);
    return null;
  },
});

/** Makes the catalogue equal to the host's definitions. Running it again changes nothing. */
export const installCatalogue = mutation({
  args: { catalogue: vCatalogue, settings: v.optional(vHostSettings) },
  returns: v.object({ changed: v.number() }),
  handler: async (ctx, { catalogue, settings }) => {
    if (settings) await saveHostSettings(ctx, settings);
    const changed = await install(ctx, catalogue, Date.now());
    await noteInstalled(ctx, await sha256Hex(canonicalJson(catalogue)));
    return { changed };
  },
});

/** Whether exactly these definitions were installed last. A hosted provider has its own. */
export const isInstalled = reading({
  args: { catalogue: vCatalogue },
  returns: v.boolean(),
  handler: async (ctx, { catalogue }) =>
    isRemote() || (await installedDigest(ctx)) === (await sha256Hex(canonicalJson(catalogue))),
});

/** How this deployment sells. */
export const setup = reading({
  args: {},
  returns: v.object({
    mode: v.union(v.literal("sandbox"), v.literal("live")),
    /** Whether a hosted provider does the billing. */
    isRemote: v.boolean(),
    /** Whether this deployment takes test cards, which charge no one. */
    takesTestCards: v.boolean(),
  }),
  handler: () => ({
    mode: billingMode(),
    isRemote: isRemote(),
    takesTestCards: currentProcessor()?.kind === "inline",
  }),
});

import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { ok, vResult } from "../contract/errors";
import { operations } from "../contract/operations";
import type { OperationResult } from "../contract/operations";
import { internalMutation, internalQuery } from "../_generated/server";
import { attach as attachProduct } from "./attach";
import { loadCatalogue } from "./catalog";
import { check as checkAccess } from "./check";
import { checkout as previewCheckout } from "./checkout";
import { openCustomer, viewCustomer } from "./customers";
import { describeCustomer } from "./describe";
import { loadTrials } from "./trials";
import { once } from "./idempotency";
import { describeAnonymousOffer, describeOffer } from "./offers";
import { compareProducts } from "./rules/scenario";
import { openSetupPage } from "./setup";
import { track as trackUse } from "./usage";

/**
 * The operations of the contract, one internal function each: the embedded
 * provider calls these, and nothing else of the engine.
 */
const args = <V extends GenericValidator>(params: V) => ({
  params,
  /** Namespaced by customer. */
  idempotencyKey: v.optional(v.string()),
});

/** What makes two requests the same: a name that the identity changed meanwhile does not count. */
const semantic = <P extends object>(params: P) => ({ ...params, customer_data: null });

/** Get-or-create needs no key: asked twice, it answers the same. */
export const createCustomer = internalMutation({
  args: { params: operations.createCustomer.params },
  returns: vResult(operations.createCustomer.result),
  handler: async (ctx, { params }): Promise<OperationResult<"createCustomer">> => {
    const asker = { customerId: params.id, customerData: params.customer_data };
    const holdings = await openCustomer(ctx, asker);
    return ok(await describeCustomer(ctx, holdings, params.expand ?? []));
  },
});

export const listProducts = internalQuery({
  args: { params: operations.listProducts.params, now: v.number() },
  returns: vResult(operations.listProducts.result),
  handler: async (ctx, { params, now }): Promise<OperationResult<"listProducts">> => {
    const { customer_id } = params;
    const holdings = customer_id === undefined ? null : await viewCustomer(ctx, customer_id, now);
    const catalogue = holdings ? holdings.catalogue : await loadCatalogue(ctx);
    const onSale = [...catalogue.products.values()].filter((product) => !product.archived);
    onSale.sort(compareProducts);
    if (!holdings) {
      return ok({ list: onSale.map((product) => describeAnonymousOffer(catalogue, product)) });
    }
    const trials = await loadTrials(ctx, holdings.customer);
    return ok({ list: onSale.map((product) => describeOffer(holdings, trials, product)) });
  },
});

export const checkout = internalMutation({
  args: args(operations.checkout.params),
  returns: vResult(operations.checkout.result),
  handler: async (ctx, { params, idempotencyKey: key }): Promise<OperationResult<"checkout">> =>
    await once(ctx, { key, operation: "checkout", payload: semantic(params) }, () =>
      previewCheckout(ctx, params, key),
    ),
});

export const attach = internalMutation({
  args: args(operations.attach.params),
  returns: vResult(operations.attach.result),
  handler: async (ctx, { params, idempotencyKey: key }): Promise<OperationResult<"attach">> =>
    await once(ctx, { key, operation: "attach", payload: semantic(params) }, () =>
      attachProduct(ctx, params, key),
    ),
});

/** A denial is not remembered: the same key may pass once the plan has changed. */
export const check = internalMutation({
  args: args(operations.check.params),
  returns: vResult(operations.check.result),
  handler: async (ctx, { params, idempotencyKey }): Promise<OperationResult<"check">> => {
    const key = params.send_event === true ? idempotencyKey : undefined;
    return await once(
      ctx,
      { key, operation: "check", payload: semantic(params) },
      () => checkAccess(ctx, params),
      ({ data }) => data?.allowed === true,
    );
  },
});

export const track = internalMutation({
  args: args(operations.track.params),
  returns: vResult(operations.track.result),
  handler: async (ctx, { params, idempotencyKey }): Promise<OperationResult<"track">> => {
    const key = params.idempotency_key ?? idempotencyKey;
    return await once(ctx, { key, operation: "track", payload: semantic(params) }, () =>
      trackUse(ctx, params),
    );
  },
});

export const setupPayment = internalMutation({
  args: args(operations.setupPayment.params),
  returns: vResult(operations.setupPayment.result),
  handler: async (ctx, { params, idempotencyKey: key }): Promise<OperationResult<"setupPayment">> =>
    await once(ctx, { key, operation: "setupPayment", payload: semantic(params) }, () =>
      openSetupPage(ctx, params, key),
    ),
});

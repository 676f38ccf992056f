import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { BillingApi, CallOptions } from "./provider";

/** The engine of this very deployment, behind the interface that any provider has. */
export function embeddedProvider(ctx: ActionCtx): BillingApi {
  const { operations } = internal.engine;
  return {
    createCustomer: (params) => ctx.runMutation(operations.createCustomer, { params }),
    listProducts: (params) => ctx.runQuery(operations.listProducts, { params, now: Date.now() }),
    checkout: (params, options) =>
      ctx.runMutation(operations.checkout, { params, ...keyOf(options) }),
    attach: (params, options) => ctx.runMutation(operations.attach, { params, ...keyOf(options) }),
    check: (params, options) => ctx.runMutation(operations.check, { params, ...keyOf(options) }),
    track: (params, options) => ctx.runMutation(operations.track, { params, ...keyOf(options) }),
    setupPayment: (params, options) =>
      ctx.runMutation(operations.setupPayment, { params, ...keyOf(options) }),
  };
}

function keyOf({ idempotencyKey }: CallOptions = {}): { idempotencyKey?: string } {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}

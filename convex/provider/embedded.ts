import { ok } from "../../packages/billing/src/contract/errors";
import { OPERATIONS } from "../../packages/billing/src/contract/operations";
import type { Operation, WireParams } from "../../packages/billing/src/contract/operations";
import { gateFeature, isAllowed, viewFeature } from "../engine/operations/usage/usage";
import { readRevision } from "../engine/operations/customers/customers";
import { runOperation } from "../engine/run";
import type { ActionCtx } from "../_generated/server";
import type { BillingProvider } from "./billingProvider";
import type { BillingApi, CallOptions } from "../../packages/billing/src/contract/billingApi";

/** The engine of this very deployment, behind the interface that any provider has. */
export const embedded: BillingProvider = {
  api: embeddedApi,
  allowed: async (ctx, who, need) => ok(await isAllowed(ctx, who, { ...need, now: Date.now() })),
  feature: async (ctx, who, id) => ok(await viewFeature(ctx, who, id, Date.now())),
  gate: gateFeature,
  revision: readRevision,
};

function embeddedApi(ctx: ActionCtx): BillingApi {
  const method =
    <Op extends Operation>(op: Op) =>
    (params: WireParams<Op>, options?: CallOptions) =>
      runOperation(ctx, op, params, options);
  // One method per row of the table, which is what BillingApi is.
  return Object.fromEntries(OPERATIONS.map((op) => [op, method(op)])) as unknown as BillingApi;
}

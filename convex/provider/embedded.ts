import { OPERATIONS } from "../contract/operations";
import type { Operation, WireParams } from "../contract/operations";
import { runOperation } from "../engine/run";
import type { ActionCtx } from "../_generated/server";
import type { BillingApi, CallOptions } from "./provider";

/** The engine of this very deployment, behind the interface that any provider has. */
export function embeddedProvider(ctx: ActionCtx): BillingApi {
  const method =
    <Op extends Operation>(op: Op) =>
    (params: WireParams<Op>, options?: CallOptions) =>
      runOperation(ctx, op, params, options);
  // One method per row of the table, which is what BillingApi is.
  return Object.fromEntries(OPERATIONS.map((op) => [op, method(op)])) as unknown as BillingApi;
}

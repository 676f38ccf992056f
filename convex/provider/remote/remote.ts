import { fail } from "../../../packages/billing/src/contract/errors";
import { OPERATIONS } from "../../../packages/billing/src/contract/operations";
import type {
  Operation,
  OperationResult,
  WireParams,
} from "../../../packages/billing/src/contract/operations";
import type { ActionCtx } from "../../_generated/server";
import type { BillingProvider } from "../billingProvider";
import type { BillingApi, CallOptions } from "../../../packages/billing/src/contract/billingApi";
import { ask } from "./ask";
import * as entitlements from "./entitlements";
import { askForMoney } from "./intents";
import { isMoney } from "./money";

/** A provider elsewhere that speaks the /v1 API. @see docs/remote-provider.md */
export const remote: BillingProvider = {
  api: remoteApi,
  allowed: entitlements.isAllowed,
  feature: entitlements.viewFeature,
  gate: entitlements.gate,
  revision: entitlements.revision,
};

function remoteApi(ctx: ActionCtx): BillingApi {
  const method =
    <Op extends Operation>(op: Op) =>
    async (params: WireParams<Op>, options?: CallOptions): Promise<OperationResult<Op>> => {
      const isNoted = isMoney(op);
      const result = isNoted
        ? await askForMoney(ctx, op, params as never, options)
        : await ask(ctx, op, params, options);
      return neutral(op, result as OperationResult<Op>);
    };
  // One method per row of the table, which is what BillingApi is.
  return Object.fromEntries(OPERATIONS.map((op) => [op, method(op)])) as unknown as BillingApi;
}

/** A refused key is the deployment's trouble: whoever asked is signed in well enough. */
function neutral<Op extends Operation>(op: Op, result: OperationResult<Op>): OperationResult<Op> {
  const { error, statusCode } = result;
  if (statusCode !== 401 && statusCode !== 403) return result;
  console.error(JSON.stringify({ event: "key_refused", operation: op, message: error?.message }));
  return fail("internal_error", "The billing provider refused this deployment", 500);
}

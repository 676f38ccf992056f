import { v } from "convex/values";
import { fail, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { OPERATIONS, operations } from "../../contract/operations";
import type { Operation, OperationResult } from "../../contract/operations";
import { action } from "../_generated/server";
import { request } from "./request";
import { requestMoney } from "./intents";
import { isMoney } from "./money";

/** An operation and its parameters. */
const vAsked = v.union(
  ...OPERATIONS.map((operation) =>
    v.object({
      operation: v.literal(operation),
      params: operations[operation].params,
      idempotencyKey: v.optional(v.string()),
    }),
  ),
);

/** Calls a hosted provider through its /v1 API. @see docs/remote-provider.md */
export const call = action({
  args: { asked: vAsked },
  returns: v.union(...OPERATIONS.map((operation) => vResult(operations[operation].result))),
  handler: async (ctx, { asked: { operation, params, idempotencyKey } }) => {
    const options = idempotencyKey === undefined ? {} : { idempotencyKey };
    // The pair that the validator of this operation has just accepted.
    const wire = params as never;
    const result: Result<unknown> = isMoney(operation)
      ? await requestMoney(ctx, operation, wire, options)
      : await request(ctx, operation, wire, options);
    // As above.
    return neutral(operation, result) as OperationResult<Operation>;
  },
});

/** A refused key is a mistake of the deployment, not of the caller. */
function neutral(operation: Operation, result: Result<unknown>): Result<unknown> {
  const { error, statusCode } = result;
  if (statusCode !== 401 && statusCode !== 403) return result;
  console.error(JSON.stringify({ event: "key_refused", operation, message: error?.message }));
  return fail("internal_error", "The billing provider refused this deployment", 500);
}

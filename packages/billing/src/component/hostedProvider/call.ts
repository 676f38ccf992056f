import { v } from "convex/values";
import { fail, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { validate } from "../../contract/validate";
import { OPERATIONS, operations } from "../../contract/operations";
import type { Operation } from "../../contract/operations";
import { action } from "../_generated/server";
import { request } from "./request";
import { requestMoney } from "./intents";
import { isMoney } from "./money";

/**
 * Calls a hosted provider through its /v1 API. Only this package's own client calls this action, so
 * its types do not repeat every operation: the handler validates the parameters with the operations
 * table, and `request` validates the provider's answer.
 *
 * @param asked - `params`: the operation's parameters, in wire names.
 * @returns Failures: `invalid_inputs` for invalid parameters; those of the provider.
 * @see docs/remote-provider.md
 */
export const call = action({
  args: {
    asked: v.object({
      operation: v.union(...OPERATIONS.map((operation) => v.literal(operation))),
      params: v.any(),
      idempotencyKey: v.optional(v.string()),
    }),
  },
  returns: vResult(v.any()),
  handler: async (ctx, { asked }): Promise<Result<unknown>> => {
    const { operation, idempotencyKey } = asked;
    const params: unknown = asked.params;
    const valid = validate(operations[operation].params, params);
    if (!valid.ok) return fail("invalid_inputs", `${valid.path}: ${valid.reason}`);
    const options = idempotencyKey === undefined ? {} : { idempotencyKey };
    // `validate` has just checked them for this operation.
    const wire = params as never;
    const result: Result<unknown> = isMoney(operation)
      ? await requestMoney(ctx, operation, wire, options)
      : await request(ctx, operation, wire, options);
    return neutral(operation, result);
  },
});

/** A refused key is a mistake of the deployment, not of the caller. */
function neutral(operation: Operation, result: Result<unknown>): Result<unknown> {
  const { error, statusCode } = result;
  if (statusCode !== 401 && statusCode !== 403) return result;
  console.error(JSON.stringify({ event: "key_refused", operation, message: error?.message }));
  return fail("internal_error", "The billing provider refused this deployment", 500);
}

import { v } from "convex/values";
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import type { Value } from "convex/values";
import { fail, vResult } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import { operations } from "../contract/operations";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import { mutation, query } from "./_generated/server";
import type { MutationCtx, QueryCtx } from "./_generated/server";
import { isRemote } from "./remote/client";
import { idempotent } from "./store/idempotency";

/** The code of what only an action can do: the books are kept by a provider elsewhere. */
export const ELSEWHERE = "remote_provider";

function refuseElsewhere(): Failure | null {
  if (!isRemote()) return null;
  return fail(ELSEWHERE, "This deployment sells through a provider elsewhere: ask that one", 421);
}

// The generated api reads these types by their names, so they are spelled out where they are returned.
type WriteArgs<Op extends Operation> = { params: WireParams<Op>; idempotencyKey?: string };
type ReadArgs<Op extends Operation> = { params: WireParams<Op>; now: number };

interface WriteRules<Op extends Operation> {
  /** Which key counts. Default: the caller's, which is namespaced by customer already. */
  keyOf?: (params: WireParams<Op>, key: string | undefined) => string | undefined;
  /** Which answers are remembered. Default: those of `once`. */
  isRemembered?: (response: Result<unknown>) => boolean;
}

/** The function of an operation that writes: validated at both ends, and run once per key. */
export function write<Op extends Operation>(
  op: Op,
  run: (
    ctx: MutationCtx,
    params: WireParams<Op>,
    key: string | undefined,
  ) => Promise<OperationResult<Op>>,
  { keyOf = (_, key) => key, isRemembered }: WriteRules<Op> = {},
): RegisteredMutation<"public", WriteArgs<Op>, Promise<OperationResult<Op>>> {
  return mutation({
    args: { params: operations[op].params, idempotencyKey: v.optional(v.string()) },
    returns: vResult(operations[op].result),
    handler: async (ctx, args) => {
      const elsewhere = refuseElsewhere();
      if (elsewhere) return elsewhere;
      // Validated by the row's own validator, which TypeScript can't follow through `op`.
      const params = args.params as WireParams<Op>;
      const key = keyOf(params, args.idempotencyKey);
      const request = { key, operation: op, payload: semantic(params) };
      return await idempotent(ctx, request, () => run(ctx, params, key), isRemembered);
    },
  });
}

/** The function of an operation that reads. `now` is the caller's: queries have no clock. */
export function read<Op extends Operation>(
  op: Op,
  run: (ctx: QueryCtx, params: WireParams<Op>, now: number) => Promise<OperationResult<Op>>,
): RegisteredQuery<"public", ReadArgs<Op>, Promise<OperationResult<Op>>> {
  return query({
    args: { params: operations[op].params, now: v.number() },
    returns: vResult(operations[op].result),
    // As above.
    handler: async (ctx, { params, now }) =>
      refuseElsewhere() ?? (await run(ctx, params as WireParams<Op>, now)),
  });
}

/** What makes two requests the same: a name that the identity changed meanwhile does not count. */
function semantic(params: object): Record<string, Value> {
  return { ...params, customer_data: null };
}

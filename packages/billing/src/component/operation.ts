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

/** The error code for work that only an action can do: a hosted provider keeps the books. */
export const ELSEWHERE = "remote_provider";

function refuseElsewhere(): Failure | null {
  if (!isRemote()) return null;
  return fail(ELSEWHERE, "This deployment sells through a provider elsewhere: ask that one", 421);
}

// The generated api names these types, so they are written out where they are returned.
type WriteArgs<Op extends Operation> = { params: WireParams<Op>; idempotencyKey?: string };
type ReadArgs<Op extends Operation> = { params: WireParams<Op>; now: number };

interface WriteRules<Op extends Operation> {
  /** Which key counts. Default: the caller's, which is namespaced by customer already. */
  keyOf?: (params: WireParams<Op>, key: string | undefined) => string | undefined;
  /** Which answers are remembered. Default: those of `idempotent`. */
  isRemembered?: (response: Result<unknown>) => boolean;
}

/** The mutation of an operation: validated at both ends, and run once per key. */
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

/** The query of an operation. `now` comes from the caller: queries have no clock. */
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

/** What identifies a request: a name that the identity changed meanwhile does not count. */
function semantic(params: object): Record<string, Value> {
  return { ...params, customer_data: null };
}

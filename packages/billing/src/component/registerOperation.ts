import { v } from "convex/values";
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import type { Value } from "convex/values";
import { vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { operations } from "../contract/operations";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import { mutation, query } from "./_generated/server";
import type { MutationCtx, QueryCtx } from "./_generated/server";
import { refuseIfRemote } from "./hostedProvider/refuseIfRemote";
import { runOnce } from "./store/idempotency";

// The generated api names these types, so they are written out where they are returned.
/** The response of a mutation. `replayed`: it is the stored response of the same key. */
type Written<Op extends Operation> = OperationResult<Op> & { replayed?: true };
type WriteArgs<Op extends Operation> = {
  params: WireParams<Op>;
  idempotencyKey?: string;
  /** For a call without a key: if a charge is pending, the answer is stored under this one. */
  pendingKey?: string;
  /** Whether a replayed response is marked as such. Default: it equals the first one. */
  marksReplays?: boolean;
};
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
): RegisteredMutation<"public", WriteArgs<Op>, Promise<Written<Op>>> {
  const { fields } = vResult(operations[op].result);
  return mutation({
    args: {
      params: operations[op].params,
      idempotencyKey: v.optional(v.string()),
      pendingKey: v.optional(v.string()),
      marksReplays: v.optional(v.boolean()),
    },
    returns: v.object({ ...fields, replayed: v.optional(v.literal(true)) }),
    handler: async (ctx, args) => {
      const refused = refuseIfRemote();
      if (refused) return refused;
      // Validated by the row's own validator, which TypeScript can't follow through `op`.
      const params = args.params as WireParams<Op>;
      const key = keyOf(params, args.idempotencyKey);
      const { pendingKey } = args;
      const request = { key, pendingKey, operation: op, payload: semantic(params) };
      const once = () => run(ctx, params, key ?? pendingKey);
      const { answer, isReplay } = await runOnce(ctx, request, once, isRemembered);
      return isReplay && args.marksReplays ? { ...answer, replayed: true as const } : answer;
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
      refuseIfRemote() ?? (await run(ctx, params as WireParams<Op>, now)),
  });
}

/** What identifies a request: a name that the identity changed meanwhile does not count. */
function semantic(params: object): Record<string, Value> {
  return { ...params, customer_data: null };
}

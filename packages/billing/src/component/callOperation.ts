import type { FunctionReference, GenericActionCtx, GenericDataModel } from "convex/server";
import { customerKey } from "../contract/customerKeys";
import { operations } from "../contract/operations";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import { REMOTE_PROVIDER } from "./hostedProvider/refuseIfRemote";
import { logRefusal } from "./platform/refusalLog";

/** Codes of pending charges: one that blocks the request, then its own. */
const WAITING = ["lock_already_exists", "payment_pending"] as const;

type Callable<Type extends "query" | "mutation" | "action"> = FunctionReference<
  Type,
  "public" | "internal"
>;

/** Billing's functions, as the component names them to itself or to its host. */
export interface BillingFunctions {
  public: Readonly<Record<Operation, Callable<"query" | "mutation">>>;
  payments: { charges: { sendCharge: { poll: Callable<"action"> } } };
  hostedProvider: { call: { call: Callable<"action"> } };
}

type Runner = Pick<GenericActionCtx<GenericDataModel>, "runQuery" | "runMutation" | "runAction">;

export interface CallOptions {
  /** Same key and payload: the first answer again. Already namespaced by customer. */
  idempotencyKey?: string;
  /** Called if the response is the stored response of an earlier call with the same key. */
  onReplay?: () => void;
}

/**
 * Runs one operation, and logs a refusal.
 *
 * Expected failures are results. It rejects only when an assumption of ours is
 * broken.
 */
export async function runOperation<Op extends Operation>(
  ctx: Runner,
  functions: BillingFunctions,
  op: Op,
  params: WireParams<Op>,
  options: CallOptions = {},
): Promise<OperationResult<Op>> {
  const result = await call(ctx, functions, op, params, options);
  return logRefusal({ operation: op, customer: customerOf(op, params) }, result);
}

/** As a query or as one mutation: the operation's row says which. */
async function call<Op extends Operation>(
  ctx: Runner,
  functions: BillingFunctions,
  op: Op,
  params: WireParams<Op>,
  { idempotencyKey, onReplay }: CallOptions,
): Promise<OperationResult<Op>> {
  const customerId = customerOf(op, params) ?? "";
  // The answer to a pending charge needs a key, so that this call can ask for it.
  const pendingKey = customerKey(customerId, crypto.randomUUID());
  const marks = onReplay ? { marksReplays: true } : {};
  let named: WriteKeys = {
    ...(idempotencyKey === undefined ? { pendingKey } : { idempotencyKey }),
    ...marks,
  };
  let isOwn = false;
  const once = async () => {
    const { replayed, ...response } = await callOnce(ctx, functions, op, params, named);
    if (replayed && !isOwn) onReplay?.();
    // When a client polls a pending response of this call, that is not a replay.
    if (response.error?.code === "payment_pending") {
      isOwn = true;
      named = { idempotencyKey: idempotencyKey ?? pendingKey, ...marks };
    }
    return response as OperationResult<Op>;
  };
  let answer = await once();
  if (answer.error?.code === REMOTE_PROVIDER) {
    const asked = {
      operation: op,
      params,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    return (await ctx.runAction(functions.hostedProvider.call.call, {
      asked,
    })) as OperationResult<Op>;
  }
  for (const code of WAITING) {
    if (answer.error?.code !== code) continue;
    await ctx.runAction(functions.payments.charges.sendCharge.poll, { customerId });
    answer = await once();
  }
  return answer;
}

/** The keys of a write; see `write`. */
interface WriteKeys {
  idempotencyKey?: string;
  pendingKey?: string;
  marksReplays?: boolean;
}

async function callOnce<Op extends Operation>(
  ctx: Runner,
  functions: BillingFunctions,
  op: Op,
  params: WireParams<Op>,
  named: WriteKeys,
): Promise<OperationResult<Op> & { replayed?: true }> {
  // Every operation has a function of its name, made by `read` or `write`.
  const reference = functions.public[op] as unknown;
  const answer: unknown =
    operations[op].effect === "reads"
      ? await ctx.runQuery(reference as Callable<"query">, { params, now: Date.now() })
      : await ctx.runMutation(reference as Callable<"mutation">, { params, ...named });
  return answer as OperationResult<Op>;
}

/** The customer of a call; null: none, such as for a change of the catalogue. */
export function customerOf(op: Operation, params: object): string | null {
  const { customer_id, id } = params as { customer_id?: string; id?: string | null };
  return (op === "createCustomer" ? id : customer_id) ?? null;
}

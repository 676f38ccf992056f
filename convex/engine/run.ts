import type { FunctionReference } from "convex/server";
import { operations } from "../../packages/billing/src/contract/operations";
import type {
  Operation,
  OperationResult,
  WireParams,
} from "../../packages/billing/src/contract/operations";
import { internal } from "../_generated/api";
import { customerKey } from "./platform/customerKeys";
import { logRefusal } from "./platform/refusalLog";
import type { ActionCtx } from "../_generated/server";

/** Charges whose answers are on their way: what stands before the request, then its own. */
const WAITING = ["lock_already_exists", "payment_pending"] as const;

/** Asks the engine for one operation, and notes it when that is refused. */
export async function runOperation<Op extends Operation>(
  ctx: ActionCtx,
  op: Op,
  params: WireParams<Op>,
  options: Options = {},
): Promise<OperationResult<Op>> {
  return logRefusal(
    { operation: op, customer: customerOf(op, params) },
    await ask(ctx, op, params, options),
  );
}

interface Options {
  idempotencyKey?: string;
}

/** As a query or as one mutation: the operation's row says which. */
async function ask<Op extends Operation>(
  ctx: ActionCtx,
  op: Op,
  params: WireParams<Op>,
  { idempotencyKey }: Options,
): Promise<OperationResult<Op>> {
  // Every row has the function of its name, made by `read` or `write` as its effect says.
  if (operations[op].effect === "reads") {
    const query = internal.engine.public[op] as unknown as FunctionReference<
      "query",
      "internal",
      { params: WireParams<Op>; now: number },
      OperationResult<Op>
    >;
    return await ctx.runQuery(query, { params, now: Date.now() });
  }
  const mutation = internal.engine.public[op] as unknown as FunctionReference<
    "mutation",
    "internal",
    { params: WireParams<Op>; idempotencyKey?: string },
    OperationResult<Op>
  >;
  const { customer_id: customerId } = params as WireParams<"attach">;
  // A purchase whose charge is answered later needs a key to be asked about again.
  const ownKey = op === "attach" ? customerKey(customerId, crypto.randomUUID()) : undefined;
  const key = idempotencyKey ?? ownKey;
  const args = { params, ...(key !== undefined && { idempotencyKey: key }) };
  let answer = await ctx.runMutation(mutation, args);
  for (const code of WAITING) {
    if (answer.error?.code !== code) continue;
    await ctx.runAction(internal.payments.remote.perform.pursue, { customerId });
    answer = await ctx.runMutation(mutation, args);
  }
  return answer;
}

/** Whose call it is; null: nobody's, such as a change of the catalogue. */
export function customerOf(op: Operation, params: object): string | null {
  const { customer_id, id } = params as { customer_id?: string; id?: string | null };
  return (op === "createCustomer" ? id : customer_id) ?? null;
}

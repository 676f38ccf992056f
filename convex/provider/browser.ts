import { fail, ok, vResult } from "../contract/errors";
import { actionArgs, operations, toWire } from "../contract/operations";
import type { BrowserArgs, Operation, OperationResult, WireParams } from "../contract/operations";
import { action, env } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { embeddedProvider } from "./embedded";
import { identify } from "./identify";
import type { Who } from "./identify";
import { refuseTerms } from "./terms";
import type { BillingConfig } from "./terms";
import { joinSite } from "./urls";

const COSTS_MONEY: ReadonlySet<Operation> = new Set(["checkout", "attach", "setupPayment"]);

/**
 * Makes the actions that a browser may call.
 *
 * The customer is always the caller: no argument can name another one, and
 * nothing from the browser reaches the provider by spreading.
 *
 * @returns `browserAction(op)`, the public action of one operation.
 */
export function defineBilling(config: BillingConfig) {
  return function browserAction<Op extends Operation>(op: Op) {
    return action({
      args: actionArgs(op),
      returns: vResult(operations[op].result),
      handler: async (ctx, args): Promise<OperationResult<Op>> =>
        // The validators above are those of BrowserArgs<Op>, plus what is dropped here.
        await answer(ctx, op, args as BrowserArgs<Op>, config),
    });
  };
}

async function answer<Op extends Operation>(
  ctx: ActionCtx,
  op: Op,
  args: BrowserArgs<Op>,
  config: BillingConfig,
): Promise<OperationResult<Op>> {
  const who = await identify(ctx);
  if (!who && operations[op].signedOut === "refused") return signedOut(op, args);
  if (who && COSTS_MONEY.has(op) && (await config.isSessionLive?.(ctx)) === false) {
    return fail("unauthenticated", "Sign in again", 401);
  }
  const refusal = refuseTerms(op, args, config);
  if (refusal) return refusal;
  const wire = toWire(op, args);
  if (typeof wire.success_url === "string") {
    const url = joinSite(wire.success_url, env.SITE_ORIGIN);
    if (url === null) return fail("invalid_return_url", "successUrl must be a path of this site");
    wire.success_url = url;
  }
  const { clientRequestId } = args;
  const options =
    who && clientRequestId !== undefined
      ? { idempotencyKey: `${who.customerId}:${op}:${clientRequestId}` }
      : {};
  return await embeddedProvider(ctx)[op](asParams(op, wire, who), options);
}

/** Identity fields are written last, so that nothing can stand in for them. */
function asParams<Op extends Operation>(
  op: Op,
  wire: Record<string, unknown>,
  who: Who | null,
): WireParams<Op> {
  if (who && typeof wire.idempotency_key === "string") {
    wire.idempotency_key = `${who.customerId}:${wire.idempotency_key}`;
  }
  const identity = who && {
    [op === "createCustomer" ? "id" : "customer_id"]: who.customerId,
    ...(op === "listProducts" ? {} : { customer_data: who.customerData }),
  };
  // The table's rows map browser arguments to exactly these fields; the engine validates them again.
  return { ...wire, ...identity } as WireParams<Op>;
}

function signedOut<Op extends Operation>(op: Op, args: BrowserArgs<Op>): OperationResult<Op> {
  if (op !== "createCustomer") return fail("unauthenticated", "Sign in first", 401);
  // Only createCustomer answers null, and only its arguments hold errorOnNotFound.
  return (args as BrowserArgs<"createCustomer">).errorOnNotFound === false
    ? ok(null, 202)
    : fail("CUSTOMER_ID_REQUIRED", "Customer ID is required", 401);
}

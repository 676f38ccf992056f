import { actionArgs, toWire } from "../../packages/billing/src/contract/browserArgs";
import { fail, ok, vResult } from "../../packages/billing/src/contract/errors";
import type { Failure } from "../../packages/billing/src/contract/errors";
import { operations } from "../../packages/billing/src/contract/operations";
import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
  WireParams,
} from "../../packages/billing/src/contract/operations";
import { customerKey } from "../engine/platform/customerKeys";
import { action, env } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { identifyInAction } from "./caller";
import { currentProvider } from "./current";
import type { Who } from "./identify";
import { refuseTerms } from "./terms";
import type { BillingConfig } from "./terms";
import { joinSite } from "./urls";

/** Paths of the site, and the argument that each came from. */
const SITE_PATHS = { success_url: "successUrl", return_url: "returnUrl" } as const;

/**
 * Makes the actions that a browser may call.
 *
 * The customer is always the caller: no argument can name another one, and
 * nothing from the browser reaches the provider by spreading.
 *
 * @returns `browserAction(op)`, the public action of one operation.
 */
export function defineBilling(config: BillingConfig) {
  return function browserAction<Op extends BrowserOperation>(op: Op) {
    return action({
      args: actionArgs(op),
      returns: vResult(operations[op].result),
      handler: async (ctx, args): Promise<OperationResult<Op>> =>
        // The validators above are those of BrowserArgs<Op>, plus what is dropped here.
        await answer(ctx, op, [args as BrowserArgs<Op>], config),
    });
  };
}

/** What a browser asks for: one thing, or several entities at once. */
export type Batch<Op extends BrowserOperation> = readonly [BrowserArgs<Op>, ...BrowserArgs<Op>[]];

/** Answers a browser, however it came here: who it is, what it may ask, what the provider says. */
export async function answer<Op extends BrowserOperation>(
  ctx: ActionCtx,
  op: Op,
  batch: Batch<Op>,
  config: BillingConfig,
): Promise<OperationResult<Op>> {
  const caller = await (config.caller ?? identifyInAction)(ctx, op);
  if (caller.error) return caller;
  const who = caller.data;
  const [first] = batch;
  if (!who && operations[op].callers !== "anyone") return signedOut(op, first);
  for (const args of batch) {
    const refusal =
      (who && (await refuseCaller(ctx, op, args, who, config))) ?? refuseTerms(op, args, config);
    if (refusal) return refusal;
  }
  const wire = toWire(op, ...batch);
  const unsafe = joinPaths(wire);
  if (unsafe) return unsafe;
  const { clientRequestId } = first;
  const options =
    who && clientRequestId !== undefined
      ? { idempotencyKey: customerKey(who.customerId, `${op}:${clientRequestId}`) }
      : {};
  return await currentProvider()
    .api(ctx)
    [op](asParams(op, wire, who), options);
}

/** Whom the host does not let do this. */
async function refuseCaller<Op extends BrowserOperation>(
  ctx: ActionCtx,
  op: Op,
  args: BrowserArgs<Op>,
  who: Who,
  { authorize }: BillingConfig,
): Promise<Failure | null> {
  if (operations[op].callers !== "authorized") return null;
  if ((await authorize?.(ctx, { operation: op, who, args })) === true) return null;
  return fail("forbidden", `${op} is not open to you`, 403);
}

/** Makes the site's own paths absolute, in place; anything else is refused. */
function joinPaths(wire: Record<string, unknown>): Failure | null {
  for (const [field, name] of Object.entries(SITE_PATHS)) {
    const path = wire[field];
    if (typeof path !== "string") continue;
    const url = joinSite(path, env.SITE_ORIGIN);
    if (url === null) return fail("invalid_return_url", `${name} must be a path of this site`);
    wire[field] = url;
  }
  return null;
}

/** Identity fields are written last, so that nothing can stand in for them. */
function asParams<Op extends BrowserOperation>(
  op: Op,
  wire: Record<string, unknown>,
  who: Who | null,
): WireParams<Op> {
  const identity = who && {
    [op === "createCustomer" ? "id" : "customer_id"]: who.customerId,
    ...(op === "listProducts" ? {} : { customer_data: who.customerData }),
  };
  // The table's rows map browser arguments to exactly these fields; the engine validates them again.
  return { ...wire, ...identity };
}

function signedOut<Op extends BrowserOperation>(
  op: Op,
  args: BrowserArgs<Op>,
): OperationResult<Op> {
  if (op !== "createCustomer") return fail("unauthenticated", "Sign in first", 401);
  // Only createCustomer answers null, and only its arguments hold errorOnNotFound.
  return (args as BrowserArgs<"createCustomer">).errorOnNotFound === false
    ? ok(null, 202)
    : fail("CUSTOMER_ID_REQUIRED", "Customer ID is required", 401);
}

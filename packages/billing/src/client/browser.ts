import { actionGeneric } from "convex/server";
import type { RegisteredAction } from "convex/server";
import { actionArgs, toWire } from "../contract/browserArgs";
import type { Who } from "../contract/caller";
import { customerKey } from "../contract/customerKeys";
import { fail, ok, vResult } from "../contract/errors";
import type { Failure } from "../contract/errors";
import { BROWSER_OPERATIONS, operations } from "../contract/operations";
import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
  WireParams,
} from "../contract/operations";
import { admit } from "./caller";
import type { ActionCtx } from "./context";
import { run } from "./installed";
import type { Installed } from "./installed";
import { refuseByPolicy } from "./policy";
import type { BrowserPolicy } from "./policy";
import { entityOf } from "./server";
import { joinSite, siteOrigin } from "./urls";

/** Arguments that are paths of the site, by their wire field. */
const SITE_PATHS = { success_url: "successUrl", return_url: "returnUrl" } as const;

/** One public action for each operation that a browser may call. */
export type BrowserActions = {
  [Op in BrowserOperation]: RegisteredAction<
    "public",
    BrowserArgs<Op>,
    Promise<OperationResult<Op>>
  >;
};

/**
 * Defines the actions that a browser may call, by the name of their operation.
 *
 * The customer is always the caller: no argument can select another one, and the code
 * never spreads a browser's fields into the parameters of billing.
 */
export function defineActions(installed: Installed, policy: BrowserPolicy): BrowserActions {
  const define = <Op extends BrowserOperation>(op: Op) =>
    actionGeneric({
      args: actionArgs(op),
      returns: vResult(operations[op].result),
      handler: async (ctx, args): Promise<OperationResult<Op>> =>
        // The validators above are those of BrowserArgs<Op>, plus the arguments that are
        // dropped here.
        await answer(ctx, installed, op, [args as BrowserArgs<Op>], policy),
    });
  const actions = BROWSER_OPERATIONS.map((op) => [op, define(op)] as const);
  // There is one action for each browser operation, as the type requires.
  return Object.fromEntries(actions) as unknown as BrowserActions;
}

/** The arguments of one call. Several sets create several entities at once. */
export type Batch<Op extends BrowserOperation> = readonly [BrowserArgs<Op>, ...BrowserArgs<Op>[]];

/**
 * Handles a browser's call from an action or over HTTP: it identifies the caller,
 * applies the policy, and asks the provider.
 */
export async function answer<Op extends BrowserOperation>(
  ctx: ActionCtx,
  installed: Installed,
  op: Op,
  batch: Batch<Op>,
  policy: BrowserPolicy,
): Promise<OperationResult<Op>> {
  const caller = await admit(installed.component, ctx, policy, op);
  if (caller.error) return caller;
  const who = caller.data;
  const [first] = batch;
  if (!who && operations[op].callers !== "anyone") return signedOut(op, first);
  for (const args of batch) {
    const refusal =
      (who && (await refuseCaller(ctx, op, args, who, policy))) ?? refuseByPolicy(op, args, policy);
    if (refusal) return refusal;
  }
  const wire = toWire(op, ...batch);
  const { idempotency_key: key } = wire;
  if (typeof key === "string") wire["idempotency_key"] = browserKey(key);
  const unsafe = joinPaths(wire);
  if (unsafe) return unsafe;
  const { clientRequestId } = first;
  const options =
    who && clientRequestId !== undefined
      ? { idempotencyKey: customerKey(who.customerId, browserKey(`${op}:${clientRequestId}`)) }
      : {};
  return await run(ctx, installed, op, asParams(op, wire, who), options);
}

/**
 * Separates a browser's keys from those of server code: a browser can neither use up
 * a server key nor read its response.
 */
function browserKey(key: string): string {
  return `browser:${key}`;
}

/** Returns a refusal if the host's `authorize` denies the call. */
async function refuseCaller<Op extends BrowserOperation>(
  ctx: ActionCtx,
  op: Op,
  args: BrowserArgs<Op>,
  who: Who,
  { authorize }: BrowserPolicy,
): Promise<Failure | null> {
  if (operations[op].callers !== "authorized") return null;
  if ((await authorize?.(ctx, { operation: op, who, args })) === true) return null;
  return fail("forbidden", `${op} is not open to you`, 403);
}

/** Makes paths of the site absolute, in place. Refuses any other URL. */
function joinPaths(wire: Record<string, unknown>): Failure | null {
  for (const [field, name] of Object.entries(SITE_PATHS)) {
    const path = wire[field];
    if (typeof path !== "string") continue;
    const origin = siteOrigin();
    if (origin === undefined) return fail("invalid_return_url", siteMissing(name));
    const url = joinSite(path, origin);
    if (url === null) return fail("invalid_return_url", `${name} must be a path of this site`);
    wire[field] = url;
  }
  return null;
}

function siteMissing(name: string): string {
  return `SITE_ORIGIN is not set, so ${name} leads nowhere: run \`npx convex env set SITE_ORIGIN http://localhost:5173\` with the address of your pages.`;
}

/**
 * Identity fields are written last, so that nothing can replace them. An operation on
 * entities keeps the entity in its arguments, which `authorize` has allowed.
 */
function asParams<Op extends BrowserOperation>(
  op: Op,
  wire: Record<string, unknown>,
  who: Who | null,
): WireParams<Op> {
  const identity = who && {
    [op === "createCustomer" ? "id" : "customer_id"]: who.customerId,
    ...(op === "listProducts" ? {} : { customer_data: who.customerData }),
    ...(operations[op].callers === "authorized" ? {} : entityOf(op, who)),
  };
  // The table's rows map browser arguments to exactly these fields; the engine validates them again.
  return { ...wire, ...identity };
}

function signedOut<Op extends BrowserOperation>(
  op: Op,
  args: BrowserArgs<Op>,
): OperationResult<Op> {
  if (op !== "createCustomer") return fail("unauthenticated", "Sign in first", 401);
  // Only createCustomer returns null, and only its arguments have errorOnNotFound.
  return (args as BrowserArgs<"createCustomer">).errorOnNotFound === false
    ? ok(null, 202)
    : fail("CUSTOMER_ID_REQUIRED", "Customer ID is required", 401);
}

import { fail } from "../../../convex/contract/errors";
import type { Result } from "../../../convex/contract/errors";
import { DROPPED_ARGS, allowedArgs } from "../../../convex/contract/browserArgs";
import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
} from "../../../convex/contract/operations";
import type { BillingFunctions, ConvexClient } from "../ports";
import type { Transport } from "./transport";

/** What the Convex client says when the socket died under an action that may have run. */
const CONNECTION_LOST = "Connection lost while action was in flight";

/** They move money: repeated once, under the same id, when nobody knows whether they ran. */
const REPEATED_OPERATIONS: readonly BrowserOperation[] = ["attach"];

/**
 * The server-actions mode: every operation is an action of the host's deployment.
 *
 * @param convex - A Convex client.
 * @param api - The actions, by operation.
 * @see Spec §7
 */
export function convexTransport(convex: ConvexClient, api: BillingFunctions): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: BrowserArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const refusal = refuseBatch(args) ?? refuseUnknown(op, args);
      if (refusal) return refusal;
      const sent = { ...requestIdFor(op), ...pickSent(args) };
      try {
        // The action's validators are read off the same row of the operations table.
        return (await runAction(convex, api, op, sent)) as OperationResult<Op>;
      } catch (error) {
        return actionFailed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

async function runAction(
  convex: ConvexClient,
  api: BillingFunctions,
  op: BrowserOperation,
  args: Record<string, unknown>,
) {
  try {
    return await convex.action(api[op], args);
  } catch (error) {
    const lost = error instanceof Error && error.message.includes(CONNECTION_LOST);
    if (!lost || !REPEATED_OPERATIONS.includes(op)) throw error;
    return await convex.action(api[op], args);
  }
}

/** Entities are created one at a time here. @see Spec §5 */
function refuseBatch(args: unknown) {
  if (!Array.isArray(args)) return null;
  return actionFailed("Passing an array of entities to createEntity() is not supported for Convex");
}

/** Names the first field that a browser may not set. Production would only say "Server Error". */
function refuseUnknown(op: BrowserOperation, args: object) {
  const accepted = new Set<string>([...allowedArgs(op), ...DROPPED_ARGS]);
  const refused = Object.entries(args).find(
    ([name, value]) => value !== undefined && !accepted.has(name),
  );
  return refused
    ? fail(
        "invalid_inputs",
        `${op}() does not take "${refused[0]}" from the browser. Set it from server code.`,
      )
    : null;
}

function pickSent(args: object): Record<string, unknown> {
  const dropped = new Set<string>(DROPPED_ARGS);
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  );
}

function requestIdFor(op: BrowserOperation) {
  return REPEATED_OPERATIONS.includes(op) ? { clientRequestId: crypto.randomUUID() } : {};
}

/** No answer was received, so there is no status. @see Spec §8 */
function actionFailed(message: string): Result<never> {
  return { data: null, error: { code: "convex_action_failed", message } };
}

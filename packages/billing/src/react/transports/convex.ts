import type { Result } from "../../contract/errors";
import type { BrowserArgs, BrowserOperation, OperationResult } from "../../contract/operations";
import type { BillingFunctions, ConvexClient } from "../ports";
import { isRepeated, readArgs } from "./sent-args";
import type { Transport } from "./transport";

/** The Convex client's error when the socket was lost during an action that may have run. */
const CONNECTION_LOST = "Connection lost while action was in flight";

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
      const read = refuseBatch(args) ?? readArgs(op, args);
      if (!("sent" in read)) return read;
      try {
        // The action's validators come from the same row of the operations table.
        return (await runAction(convex, api, op, read.sent)) as OperationResult<Op>;
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
    if (!lost || !isRepeated(op)) throw error;
    return await convex.action(api[op], args);
  }
}

/** Entities are created one at a time here. @see Spec §5 */
function refuseBatch(args: unknown) {
  if (!Array.isArray(args)) return null;
  return actionFailed("Passing an array of entities to createEntity() is not supported for Convex");
}

/** No answer arrived, so there is no status. @see Spec §8 */
function actionFailed(message: string): Result<never> {
  return { data: null, error: { code: "convex_action_failed", message } };
}

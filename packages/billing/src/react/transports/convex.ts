import type { Result } from "../../contract/errors";
import type { BrowserArgs, BrowserOperation, OperationResult } from "../../contract/operations";
import type { BillingFunctions, ConvexClient } from "../ports";
import { isRepeated, readArgs } from "./sent-args";
import type { Transport } from "./transport";

/** The Convex client's error for a function that the deployment does not have. */
const NOT_FOUND = "public function";

/** The Convex client's error when the socket was lost during an action that may have run. */
const CONNECTION_LOST = "Connection lost while action";

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
      const run = async () => await convex.action(api[op], read.sent);
      try {
        const answer = await run().catch(async (error: unknown) => {
          if (!isRepeated(op) || !reasonOf(error).includes(CONNECTION_LOST)) throw error;
          return await run();
        });
        // The action's validators come from the same row of the operations table.
        return answer as OperationResult<Op>;
      } catch (error) {
        return actionFailed(reasonOf(error));
      }
    },
  };
}

/**
 * Convex reports that it lacks a function. Usually the function is missing in the
 * code, not just unpushed.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.includes(NOT_FOUND) ? `${message} Export it in convex/billing.ts.` : message;
}

/** This mode creates entities one at a time. @see Spec §5 */
function refuseBatch(args: unknown) {
  if (!Array.isArray(args)) return null;
  return actionFailed("Passing an array of entities to createEntity() is not supported for Convex");
}

/** No response arrived, so there is no status. @see Spec §8 */
function actionFailed(message: string): Result<never> {
  return { data: null, error: { code: "convex_action_failed", message } };
}

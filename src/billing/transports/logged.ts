import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
} from "../../../convex/contract/operations";
import type { Transport } from "./transport";

/**
 * Logs every failure once, whoever called and whatever they do about it. The
 * arguments stay out of the log.
 *
 * @see Spec §8, "the message is logged"
 */
export function loggedTransport(transport: Transport): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: BrowserArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const result = await transport.call(op, args);
      if (result.error) {
        console.error(`[billing] ${op} failed: ${result.error.message} (${result.error.code})`);
      }
      return result;
    },
  };
}

import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { Transport, TransportArgs } from "./transport";

/**
 * Logs every failure once, with a hint for developers. The arguments are not
 * logged.
 *
 * @see Spec §8, "the message is logged"
 */
export function loggedTransport(transport: Transport): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const result = await transport.call(op, args);
      const { error, statusCode } = result;
      if (error) {
        const { code, message } = error;
        const line = transport.explain?.(op, error, statusCode);
        console.error(`[billing] ${line ?? `${op} failed: ${message} (${code})`}`);
      }
      return result;
    },
  };
}

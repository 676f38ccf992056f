import type { Result } from "../../contract/errors";
import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { Transport, TransportArgs } from "./transport";

/** The code of a transport failed to load, or a host's own transport rejected. */
function noAnswer(error: unknown): Result<never> {
  return { data: null, error: { code: "fetch_failed", message: String(error) } };
}

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
      const result = await transport.call(op, args).catch(noAnswer);
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

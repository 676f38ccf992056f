import type { BillingError } from "../../contract/errors";
import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { Transport, TransportArgs } from "./transport";

const MISSING_TOKEN = "Missing authorization header";
const CHECK_BACKEND = "Check backendUrl, and that the billing routes are registered there.";
const SET_TOKEN = "Set getBearerToken of BillingProvider to what gives the session's token.";

/**
 * Logs every failure once, whoever called and whatever they do about it, and
 * says what a developer can do. The arguments stay out of the log.
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
      if (result.error) console.error(`[billing] ${explain(op, result.error, result.statusCode)}`);
      return result;
    },
  };
}

function explain(
  op: BrowserOperation,
  { code, message }: BillingError,
  statusCode: number | undefined,
): string {
  if (statusCode === 401 && message.includes(MISSING_TOKEN)) {
    return `${op} reached the backend without a token. ${SET_TOKEN}`;
  }
  const failure = `${op} failed: ${message} (${code})`;
  return isMisdirected(code, statusCode) ? `${failure}. ${CHECK_BACKEND}` : failure;
}

/** A backend that is down, or a proxy that says so, is where it should be. */
function isMisdirected(code: string, statusCode = 0): boolean {
  return code === "fetch_failed" && statusCode < 500;
}

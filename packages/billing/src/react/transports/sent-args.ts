import { allowedArgs, DROPPED_ARGS } from "../../contract/sentNames";
import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { BrowserOperation } from "../../contract/operations";
import { newRequestId } from "../flows/request-id";

/** Whether the call moves money: without a response it is repeated once, with the same id. */
export function isRepeated(op: BrowserOperation): boolean {
  return op === "attach";
}

/**
 * The arguments to send, with a request id if the call may be repeated. Or a refusal
 * that names the first field that a browser may not set, because production would
 * only report "Server Error".
 */
export function readArgs(
  op: BrowserOperation,
  args: object,
): { sent: Record<string, unknown>; error?: never } | Failure {
  const allowed = allowedArgs(op);
  const dropped: readonly string[] = DROPPED_ARGS;
  const sent: Record<string, unknown> = isRepeated(op) ? { clientRequestId: newRequestId() } : {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || dropped.includes(name)) continue;
    if (!allowed.includes(name)) {
      const message = `${op}() does not take "${name}" from the browser. Set it on the server.`;
      return fail("invalid_inputs", message);
    }
    sent[name] = value;
  }
  return { sent };
}

import { allowedArgs, DROPPED_ARGS } from "../../contract/sentNames";
import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { BrowserOperation } from "../../contract/operations";

/** It moves money: repeated once, under the same id, when nobody knows whether it ran. */
export function isRepeated(op: BrowserOperation): boolean {
  return op === "attach";
}

/**
 * What leaves the page: what was said, under an id if it may have to be said
 * twice. Or the first field that a browser may not set is named: production
 * would only say "Server Error".
 */
export function readArgs(
  op: BrowserOperation,
  args: object,
): { sent: Record<string, unknown>; error?: never } | Failure {
  const allowed = allowedArgs(op);
  const dropped: readonly string[] = DROPPED_ARGS;
  const sent: Record<string, unknown> = isRepeated(op)
    ? { clientRequestId: crypto.randomUUID() }
    : {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || dropped.includes(name)) continue;
    if (!allowed.includes(name)) {
      const message = `${op}() does not take "${name}" from the browser. Set it from server code.`;
      return fail("invalid_inputs", message);
    }
    sent[name] = value;
  }
  return { sent };
}

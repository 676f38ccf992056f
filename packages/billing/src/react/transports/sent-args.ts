import { allowedArgs, DROPPED_ARGS, withoutDropped } from "../../contract/browserArgs";
import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { BrowserOperation } from "../../contract/operations";

/** They move money: repeated once, under the same id, when nobody knows whether they ran. */
const REPEATED_OPERATIONS: readonly BrowserOperation[] = ["attach"];

export function isRepeated(op: BrowserOperation): boolean {
  return REPEATED_OPERATIONS.includes(op);
}

/** Names the first field that a browser may not set. Production would only say "Server Error". */
export function refuseUnknown(op: BrowserOperation, args: object): Failure | null {
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

/** What leaves the page: what was said, under an id if it may have to be said twice. */
export function sentArgs(op: BrowserOperation, args: object): Record<string, unknown> {
  const id = isRepeated(op) ? { clientRequestId: crypto.randomUUID() } : {};
  return { ...id, ...withoutDropped(args) };
}

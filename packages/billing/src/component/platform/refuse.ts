import { fail } from "../../contract/errors";
import type { BillingErrorCode, Failure } from "../../contract/errors";

/** A rule's refusal as a failure: an unknown id is 404, the rest 400. */
export function refuse({ code, message }: { code: BillingErrorCode; message: string }): Failure {
  return fail(code, message, code.endsWith("_not_found") ? 404 : 400);
}

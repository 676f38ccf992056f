import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { Refusal } from "../rules/model";

/** A rule's refusal as a failure: an unknown id is 404, the rest 400. */
export function refuse({ code, message }: Refusal): Failure {
  return fail(code, message, code.endsWith("_not_found") ? 404 : 400);
}

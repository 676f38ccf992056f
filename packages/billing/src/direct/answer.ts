import { validate } from "../contract/validate";
import { fail } from "../contract/errors";
import type { Result } from "../contract/errors";
import { operations } from "../contract/operations";
import type { Operation, OperationResult, Response } from "../contract/operations";
import type { Exchange } from "./exchange";

const ACCEPTED = 202;
const NO_CONTENT = 204;
const SECOND_MS = 1000;
const SUCCESS = { success: true };
const HINT = "check the address and whether the provider is up";

/** Turns a response into a result: network and server failures are data, not exceptions. */
export function readAnswer<Op extends Operation>(op: Op, answer: Exchange): OperationResult<Op> {
  if (answer.status === null) {
    const { data, error } = fail("fetch_failed", `No answer: ${answer.reason}; ${HINT}`);
    return { data, error };
  }
  const { status: statusCode, text, retryAfter } = answer;
  const body = statusCode === NO_CONTENT ? emptyOf(op) : readMap(text);
  if (!body)
    return fail("fetch_failed", `Answered ${statusCode} without JSON; ${HINT}`, statusCode);
  const isDone = statusCode >= 200 && statusCode < 300;
  if (!isDone || isPending(statusCode, body)) return refusalOf(body, statusCode, retryAfter);
  // The operation's response as the server sends it.
  return { data: body as Response<Op>, error: null, statusCode };
}

/** The data of a "no content" response, which only reports success. */
function emptyOf(op: Operation): Record<string, unknown> | null {
  return validate(operations[op].result, SUCCESS).ok ? SUCCESS : null;
}

/** Accepted but not done: the body has the reason, like that of a refusal. */
function isPending(statusCode: number, { code, message }: Record<string, unknown>): boolean {
  return statusCode === ACCEPTED && typeof code === "string" && typeof message === "string";
}

function refusalOf(
  { code, message, checkout_url }: Record<string, unknown>,
  statusCode: number,
  retryAfter: string | null,
): Result<never> {
  const waits = retryAfter !== null && /^\d+$/.test(retryAfter);
  return {
    data: null,
    error: {
      code: typeof code === "string" ? code : "unknown_error",
      message: typeof message === "string" ? message : `Answered ${statusCode} without a message`,
      ...(typeof checkout_url === "string" && { checkout_url }),
      ...(waits && { retryAfterMs: Number(retryAfter) * SECOND_MS }),
    },
    statusCode,
  };
}

function readMap(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMap ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

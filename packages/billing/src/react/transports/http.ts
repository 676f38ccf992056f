import { fail } from "../../contract/errors";
import type { BillingError, Failure, Result } from "../../contract/errors";
import type { BrowserOperation, OperationResult } from "../../contract/operations";
import { prefixOf } from "./http-options";
import type { HttpOptions } from "./http-options";
import { hostRequest, requestInit } from "./http-request";
import { isRepeated, readArgs } from "./sent-args";
import type { Transport, TransportArgs } from "./transport";

const MISSING_TOKEN = "Missing authorization header";
const CHECK_BACKEND = "Check backendUrl, and that the billing routes are registered there.";
const SET_TOKEN = "Set getBearerToken of BillingProvider to what gives the session's token.";

/**
 * The HTTP mode: every operation is a route of the host's backend.
 *
 * @param backendUrl - The backend's URL. `/`: the page's own.
 * @param readOptions - The options of the next request.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function httpTransport(backendUrl: string, readOptions: () => HttpOptions): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const read = readAll(op, args);
      if ("error" in read) return read;
      // The route returns what the operation's row says.
      return (await ask(op, read.sent, backendUrl, readOptions())) as OperationResult<Op>;
    },
    explain(op, { code, message }, statusCode = 0) {
      if (statusCode === 401 && message.includes(MISSING_TOKEN)) {
        return `${op} reached the backend without a token. ${SET_TOKEN}`;
      }
      const isMisdirected = code === "fetch_failed" && statusCode < 500;
      return isMisdirected ? `${op} failed: ${message} (${code}). ${CHECK_BACKEND}` : undefined;
    },
  };
}

type Sent = Parameters<typeof hostRequest>[1];

/** The body may contain several entities. */
function readAll(op: BrowserOperation, args: object): { sent: Sent } | Failure {
  if (!Array.isArray(args)) return readArgs(op, args);
  if (op !== "createEntity") return fail("invalid_inputs", `${op}() takes one at a time`);
  const sent = [];
  for (const entity of args) {
    const read = readArgs(op, entity as object);
    if (read.error) return read;
    sent.push(read.sent);
  }
  return { sent };
}

async function ask(
  op: BrowserOperation,
  sent: Sent,
  backendUrl: string,
  options: HttpOptions,
): Promise<Result<unknown>> {
  const base = backendUrl.replace(/\/+$/, "") + prefixOf(options);
  const request = hostRequest(op, sent, base, options);
  if ("error" in request) return request;
  try {
    const init = await requestInit(request, base, options);
    return await readAnswer(await send(op, request.url, init));
  } catch (error) {
    return { data: null, error: fetchFailed(`No answer: ${reasonOf(error)}`) };
  }
}

async function send(op: BrowserOperation, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!isRepeated(op)) throw error;
    return await fetch(url, init);
  }
}

/** @see Spec §8 */
async function readAnswer(response: Response): Promise<Result<unknown>> {
  const { ok: isOk, status: statusCode } = response;
  const body = readJson(await response.text());
  if (body === undefined) {
    const error = fetchFailed(`The answer, of status ${statusCode}, is not JSON`);
    return { data: null, error, statusCode };
  }
  if (isOk) return { data: body, error: null, statusCode };
  return { data: null, error: errorIn(body, statusCode), statusCode };
}

/** Undefined: not JSON. An empty body is null. */
function readJson(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorIn(body: unknown, statusCode: number): BillingError {
  const { message, code, retryAfterMs, checkout_url } = (
    typeof body === "object" && body !== null ? body : {}
  ) as Partial<Record<keyof BillingError, unknown>>;
  return {
    ...(typeof retryAfterMs === "number" && { retryAfterMs }),
    ...(typeof checkout_url === "string" && { checkout_url }),
    message: typeof message === "string" ? message : `Refused with status ${statusCode}`,
    code: typeof code === "string" ? code : "unknown_error",
  };
}

function fetchFailed(message: string): BillingError {
  return { code: "fetch_failed", message };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

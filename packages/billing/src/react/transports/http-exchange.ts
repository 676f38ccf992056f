import type { BillingError, Result } from "../../contract/errors";
import type { BrowserOperation } from "../../contract/operations";
import { prefixOf } from "./http-options";
import type { HttpOptions } from "./http-options";
import { hostRequest, requestInit } from "./http-request";
import type { SentArgs } from "./http-request";

const MISSING_TOKEN = "Missing authorization header";
const CHECK_BACKEND = "Check backendUrl, and that the billing routes are registered there.";
const SET_TOKEN = "Set getBearerToken of BillingProvider to what gives the session's token.";

/** One call. */
interface Call extends SentArgs {
  /** Whether a request without a response is sent again, once. */
  isRepeated: boolean;
}

/** Sends the request of a call, and reads the response. It never rejects. */
export async function exchange(
  call: Call,
  backendUrl: string,
  options: HttpOptions,
): Promise<Result<unknown>> {
  const base = backendUrl.replace(/\/+$/, "") + prefixOf(options);
  const request = hostRequest(call, base, options);
  if (typeof request === "string") {
    return { data: null, error: { code: "invalid_inputs", message: request }, statusCode: 400 };
  }
  try {
    const init = await requestInit(request, base, options);
    return await readAnswer(await send(call, request.url, init));
  } catch (error) {
    return { data: null, error: fetchFailed(`No answer: ${reasonOf(error)}`) };
  }
}

/** A hint for developers about a failure of the connection. */
export function explain(
  op: BrowserOperation,
  { code, message }: BillingError,
  statusCode = 0,
): string | undefined {
  if (statusCode === 401 && message.includes(MISSING_TOKEN)) {
    return `${op} reached the backend without a token. ${SET_TOKEN}`;
  }
  const isMisdirected = code === "fetch_failed" && statusCode < 500;
  return isMisdirected ? `${op} failed: ${message} (${code}). ${CHECK_BACKEND}` : undefined;
}

async function send({ isRepeated }: Call, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!isRepeated) throw error;
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

import { fail } from "../../contract/errors";
import type { BillingError, Failure, Result } from "../../contract/errors";
import type { BrowserOperation, OperationResult } from "../../contract/operations";
import { prefixOf } from "./http-options";
import type { HttpOptions } from "./http-options";
import { hostRequest, requestInit } from "./http-request";
import { isRepeated, refuseUnknown, sentArgs } from "./sent-args";
import type { Transport, TransportArgs } from "./transport";

/**
 * The HTTP mode: every operation is a route of the host's backend.
 *
 * @param backendUrl - The backend's address. `/`: the page's own.
 * @param readOptions - What holds for the request about to be made.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function httpTransport(backendUrl: string, readOptions: () => HttpOptions): Transport {
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const refusal = refuseArgs(op, args);
      if (refusal) return refusal;
      // The route answers what the operation's row says.
      return (await ask(op, args, backendUrl, readOptions())) as OperationResult<Op>;
    },
  };
}

function refuseArgs(op: BrowserOperation, args: object): Failure | null {
  if (!Array.isArray(args)) return refuseUnknown(op, args);
  if (op !== "createEntity") return fail("invalid_inputs", `${op}() takes one at a time`);
  const refusals = args.map((entity: object) => refuseUnknown(op, entity));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

async function ask(
  op: BrowserOperation,
  args: object,
  backendUrl: string,
  options: HttpOptions,
): Promise<Result<unknown>> {
  const base = backendUrl.replace(/\/+$/, "") + prefixOf(options);
  const sent = Array.isArray(args)
    ? args.map((entity: object) => sentArgs(op, entity))
    : sentArgs(op, args);
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

/** Undefined: it is no JSON. Nothing at all says nothing. */
function readJson(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorIn(body: unknown, statusCode: number): BillingError {
  const { message, code, retryAfterMs } = (
    typeof body === "object" && body !== null ? body : {}
  ) as Partial<Record<keyof BillingError, unknown>>;
  return {
    ...(typeof retryAfterMs === "number" && { retryAfterMs }),
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

import { OPERATIONS } from "../contract/operations";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import { readAnswer } from "./answer";
import { CANCELED, exchange, retryDelayMs, wait, createLog } from "./exchange";
import type { Exchange, Fetch, Log, LogLevel } from "./exchange";
import { directRequest } from "./request";
import type { DirectRequest } from "./request";
import type { CallOptions } from "../contract/billingApi";

/** Options of {@link createDirectClient}. */
export interface DirectOptions {
  /** Takes precedence over the publishable key. */
  secretKey?: string;
  publishableKey?: string;
  /** Sent with every request; they override ours with the same name. */
  headers?: Readonly<Record<string, string>>;
  /** The base URL, with its version. Default: the provider's own. */
  url?: string;
  /** Default 1.2. */
  version?: string;
  /** Default info. */
  logLevel?: LogLevel;
  fetch?: Fetch;
  /** The time limit of one request, including its response. Default 10 seconds. */
  timeoutMs?: number;
  /** How often an idempotent request is retried. Default 2. */
  retries?: number;
}

/** Options of one call. */
export interface DirectCallOptions extends CallOptions {
  /** Ends the call immediately, with `fetch_failed`. */
  signal?: AbortSignal;
}

/** One method per operation of the table. */
export type DirectClient = {
  [Op in Operation]: (
    params: WireParams<Op>,
    options?: DirectCallOptions,
  ) => Promise<OperationResult<Op>>;
};

interface Wiring {
  base: string;
  headers: Headers;
  fetch: Fetch;
  timeoutMs: number;
  retries: number;
  log: Log;
}

const DEFAULT_URL = "https://api.useautumn.com/v1";
const DEFAULT_VERSION = "1.2";
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RETRIES = 2;

/**
 * A client for any server with the /v1 API; it needs only `fetch`.
 *
 * Expected failures are results, including network and server failures: `fetch_failed`, with the
 * status if there was one. Reads, and writes with an idempotency key, are retried a bounded number
 * of times; other writes are sent once.
 *
 * @throws {Error} Without a key and without headers.
 * @see Spec §5 and §7, "Direct provider API"
 */
export function createDirectClient(options: DirectOptions = {}): DirectClient {
  const wiring = wire(options);
  const method =
    <Op extends Operation>(op: Op) =>
    (params: WireParams<Op>, callOptions: DirectCallOptions = {}) =>
      call(wiring, op, params, callOptions);
  // One method per row of the table, as DirectClient requires.
  return Object.fromEntries(OPERATIONS.map((op) => [op, method(op)])) as unknown as DirectClient;
}

function wire(options: DirectOptions): Wiring {
  const { url = DEFAULT_URL, logLevel = "info" } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  return {
    base: url.replace(/\/+$/, ""),
    headers: headersOf(options),
    // Called through the global object, because a browser's `fetch` needs it as `this`.
    fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
    timeoutMs,
    retries,
    log: createLog(logLevel),
  };
}

function headersOf({ secretKey, publishableKey, headers, version }: DirectOptions): Headers {
  const key = [secretKey, publishableKey].find((one) => one !== undefined && one !== "");
  if (key === undefined && headers === undefined) {
    throw new Error("Autumn secret key or publishable key is required");
  }
  const all = new Headers({
    "Content-Type": "application/json",
    "x-api-version": version ?? DEFAULT_VERSION,
  });
  if (key !== undefined) all.set("Authorization", `Bearer ${key}`);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

async function call<Op extends Operation>(
  wiring: Wiring,
  op: Op,
  params: WireParams<Op>,
  { idempotencyKey, signal }: DirectCallOptions,
): Promise<OperationResult<Op>> {
  const request = directRequest(op, params, idempotencyKey);
  if ("error" in request) {
    wiring.log("error", `${op}: ${request.error.message}`);
    return request;
  }
  const result = readAnswer(op, await persist(wiring, request, signal));
  if (result.error) wiring.log("error", `${op}: ${result.error.message}`);
  return result;
}

/** Sends a request, and retries if that is safe and may help. */
async function persist(
  wiring: Wiring,
  request: DirectRequest,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const { base, fetch, timeoutMs, retries, log } = wiring;
  const { verb, path, body, isRepeatable } = request;
  const url = base + path;
  const init = { method: verb, headers: sentHeaders(wiring.headers, request) };
  const sent = body === undefined ? init : { ...init, body };
  for (let tries = 1; ; tries += 1) {
    log("debug", `${verb} ${path}`);
    const answer = await exchange(url, sent, { fetch, timeoutMs, signal });
    const isLast = !isRepeatable || tries > retries || signal?.aborted === true;
    const delayMs = isLast ? null : retryDelayMs(answer, tries, Math.random());
    if (delayMs === null) return answer;
    log("warn", `${verb} ${path}: again in ${Math.round(delayMs)} ms`);
    if (!(await wait(delayMs, signal))) return CANCELED;
  }
}

function sentHeaders(common: Headers, { idempotencyKey }: DirectRequest): Record<string, string> {
  const all = new Headers(common);
  if (idempotencyKey !== undefined) all.set("Idempotency-Key", idempotencyKey);
  return Object.fromEntries(all.entries());
}

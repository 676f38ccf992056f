import { BROWSER_ROUTES } from "../../contract/browserRoutes";
import type { BrowserOperation } from "../../contract/operations";
import { fillPath } from "../../contract/paths";
import { writeQueryString } from "../../contract/queryString";
import { detectCredentials } from "./credentials";
import { prefixOf } from "./http-options";
import type { HttpOptions } from "./http-options";

type Fields = Readonly<Record<string, unknown>>;

/** One request, without its credentials. */
interface HostRequest {
  method: "GET" | "POST" | "DELETE";
  url: string;
  /** Null: everything is in the URL. */
  body: Fields | readonly Fields[] | null;
}

const TIMEOUT_MS = 30_000;
/** Auth providers need cookies. */
const AUTH_ROUTES = "/api/auth";

/** The arguments of a call, as they are sent. */
export interface SentArgs {
  op: BrowserOperation;
  sent: readonly Fields[];
  /** Whether the caller gave a list, even of one. */
  isList: boolean;
}

/**
 * Builds the request of an operation from its row of the table.
 *
 * @returns The request; or, as text, why there is none.
 */
export function hostRequest(
  { op, sent, isList }: SentArgs,
  base: string,
  options: HttpOptions,
): HostRequest | string {
  const { verb: method, path } = BROWSER_ROUTES[op];
  if (isList) {
    if (op !== "createEntity") return `${op}() takes one at a time`;
    const body = sent.map((fields) => withCustomerData(fields, options));
    return { method, url: base + path, body };
  }
  const filled = fillPath(path, sent[0] ?? {});
  if (filled.kind === "bad_id") return `${filled.name} is not a valid id`;
  const { path: route, rest } = filled;
  if (method === "POST") {
    return { method, url: base + route, body: withCustomerData(rest, options) };
  }
  return { method, url: base + route + writeQueryString(rest), body: null };
}

/** The rest of a request: token, cookies, time limit. */
export async function requestInit(
  { method, body }: HostRequest,
  base: string,
  options: HttpOptions,
): Promise<RequestInit> {
  const [token, credentials] = await Promise.all([
    readToken(options),
    credentialsFor(base, options),
  ]);
  const headers = new Headers(token === null ? {} : { Authorization: `Bearer ${token}` });
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const init = { method, headers, credentials, signal: signalOf(options) };
  if (body === null) return init;
  headers.set("Content-Type", "application/json");
  return { ...init, body: JSON.stringify(body) };
}

function withCustomerData(fields: Fields, { servedBy, customerData }: HttpOptions): Fields {
  if (!customerData) return fields;
  return {
    ...fields,
    [servedBy === "auth_provider" ? "customerData" : "customer_data"]: customerData,
  };
}

/** Null: the request has no token, and the backend decides. */
async function readToken({ getBearerToken }: HttpOptions): Promise<string | null> {
  try {
    const token = await getBearerToken?.();
    return token === undefined || token === "" ? null : token;
  } catch (error) {
    console.error("[billing] getBearerToken failed", error);
    return null;
  }
}

async function credentialsFor(base: string, options: HttpOptions): Promise<RequestCredentials> {
  const { includeCredentials } = options;
  if (includeCredentials !== undefined) return includeCredentials ? "include" : "omit";
  return prefixOf(options).includes(AUTH_ROUTES) ? "include" : await detectCredentials(base);
}

function signalOf({ timeoutMs = TIMEOUT_MS, signal }: HttpOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

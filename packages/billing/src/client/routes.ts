import { httpActionGeneric } from "convex/server";
import type { RouteSpecWithPathPrefix } from "convex/server";
import { fail } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import { cleanPrefix, CORS_PATH, HOST_PREFIX } from "../contract/paths";
import { isRefused, jsonResponse, retryAfterHeader } from "../component/platform/jsonHttp";
import { answer } from "./browser";
import { readHostRequest } from "./hostRequest";
import type { ActionCtx } from "./context";
import type { Installed } from "./installed";
import type { BrowserPolicy } from "./policy";
import { isOriginOf, siteOrigin, webAddress } from "./urls";

export interface RouteOptions {
  /** The path of the routes. Default: `/api/autumn`. */
  prefix?: string;
  /** Exact origins that may call, besides the site's own. Default: none. */
  origins?: readonly string[];
}

type Headers = Readonly<Record<string, string>>;

/** All methods, so that a wrong one gets a clear error. */
const METHODS = ["GET", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"] as const;
const VARY: Headers = { Vary: "Origin" };
const PREFLIGHT: Headers = {
  "Access-Control-Allow-Methods": "GET, POST, DELETE",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Max-Age": "7200",
};
const FOREIGN = fail("forbidden", "Pages of this origin may not ask here", 403);
const BAD_TOKEN = fail("unauthenticated", "Sign in again", 401);

/**
 * Every browser operation over plain HTTP, for pages without a Convex client.
 *
 * The bearer token identifies the caller. Cookies are neither read nor set, so no
 * page can use a member's session.
 *
 * @param policy - The same policy as the server actions have.
 * @returns Routes for `http.route`.
 * @throws {Error} If one of `origins` is no web address, or `prefix` has other
 *   characters than letters, digits, /, ., _, ~ and -.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function billingRoutes(
  installed: Installed,
  policy: BrowserPolicy,
  { prefix = HOST_PREFIX, origins = [] }: RouteOptions = {},
): RouteSpecWithPathPrefix[] {
  const base = cleanPrefix(prefix);
  // Addresses arrive encoded, so any other character would never match.
  if (!/^[\w\-./~]*$/.test(base)) throw new Error(`Billing: "${prefix}" is no prefix of routes`);
  for (const origin of origins) webAddress(origin, "Billing: an origin of the routes");
  const handler = httpActionGeneric(async (ctx, request) => {
    let headers = VARY;
    try {
      if (!mayAsk(request, [siteOrigin(), ...origins])) return refuse(FOREIGN, VARY);
      headers = headersFor(request);
      if (request.method === "OPTIONS") {
        return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT } });
      }
      const path = new URL(request.url).pathname.slice(base.length);
      return await serve(ctx, request, path, installed, policy, headers);
    } catch (error) {
      console.error(error);
      return refuse(fail("internal_error", "Something went wrong here", 500), headers);
    }
  });
  return METHODS.map((method) => ({ pathPrefix: `${base}/`, method, handler }));
}

/** A cross-origin page sends its origin; a request with a cookie must send one. */
function mayAsk({ headers }: Request, sites: readonly (string | undefined)[]): boolean {
  const origin = headers.get("Origin");
  if (origin !== null) return isOriginOf(sites, origin);
  return !headers.has("Cookie") || headers.get("Sec-Fetch-Site") === "same-origin";
}

function headersFor(request: Request): Headers {
  const origin = request.headers.get("Origin");
  return origin === null ? VARY : { ...VARY, "Access-Control-Allow-Origin": origin };
}

async function serve(
  ctx: ActionCtx,
  request: Request,
  path: string,
  installed: Installed,
  policy: BrowserPolicy,
  headers: Headers,
): Promise<Response> {
  if (path === CORS_PATH && request.method === "POST") {
    return jsonResponse({ message: "OK" }, 200, headers);
  }
  const asked = await readHostRequest(request, path);
  if (isRefused(asked)) return refuse(asked, { ...headers, ...asked.headers });
  if (!(await hasGoodToken(ctx))) return refuse(BAD_TOKEN, headers);
  const result = await answer(ctx, installed, asked.operation, asked.batch, policy);
  return respond(nameMissingToken(request, result), headers);
}

/** Convex throws if it rejects a token, for example an expired one. */
async function hasGoodToken(ctx: ActionCtx): Promise<boolean> {
  try {
    await ctx.auth.getUserIdentity();
    return true;
  } catch {
    return false;
  }
}

/** Distinguishes a developer's missing token from a visitor who is not signed in. @see Spec §8 */
function nameMissingToken(request: Request, result: Result<unknown>): Result<unknown> {
  const isMissing =
    result.error?.code === "unauthenticated" && !request.headers.has("Authorization");
  return isMissing ? fail("unauthenticated", "Missing authorization header", 401) : result;
}

function respond({ data, error, statusCode }: Result<unknown>, headers: Headers): Response {
  if (error === null) return jsonResponse(data, statusCode ?? 200, headers);
  return refuse({ data: null, error, statusCode: statusCode ?? 400 }, headers);
}

function refuse({ error, statusCode }: Failure, headers: Headers): Response {
  const all = { ...headers, ...retryAfterHeader(error) };
  return jsonResponse(error, statusCode, all);
}

import { fail } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import { operations } from "../../contract/operations";
import type { DirectRow } from "../../contract/operationDefinitions/row";
import { billingMode } from "../platform/mode";
import { api, internal } from "../_generated/api";
import { httpAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { customerKey } from "../../contract/customerKeys";
import { sha256Hex } from "../platform/digest";
import { isPublishable } from "./keys";
import type { Grant } from "./keys";
import { apiLimitOf, countCall } from "../platform/rateLimits";
import { customerOf, runOperation } from "../callOperation";
import { isRefused, jsonResponse, retryAfterHeader } from "../platform/jsonHttp";
import { readRequest } from "./v1Request";
import type { AskedOperation } from "./v1Request";

/** Printable, so that it can be stored and logged. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** This component's own. */
const functions = {
  public: api.public,
  payments: api.payments,
  hostedProvider: api.hostedProvider,
};

type Headers = Readonly<Record<string, string>>;

/**
 * The /v1 HTTP API: every operation of the contract, for server code that has a
 * key.
 *
 * @see Spec §7, "Direct provider API"
 */
export const serve = httpAction(async (ctx: ActionCtx, request) => {
  try {
    return await answer(ctx, request);
  } catch (error) {
    console.error(error);
    return refuse(fail("internal_error", "Something went wrong here", 500));
  }
});

async function answer(ctx: ActionCtx, request: Request): Promise<Response> {
  const grant = await authenticate(ctx, request);
  if ("error" in grant) return refuse(grant, { "WWW-Authenticate": "Bearer" });
  const asked = await readRequest(request);
  if (isRefused(asked)) return refuse(asked, asked.headers);
  const refusal = refuseKind(grant, asked);
  if (refusal) return refuse(refusal);
  const key = `${grant.id}:${customerOf(asked.operation, asked.params) ?? ""}`;
  const tooMany = await countCall(ctx, apiLimitOf(asked.operation), key);
  if (tooMany) return refuse(tooMany);
  return await run(ctx, asked, request.headers.get("Idempotency-Key"));
}

async function run(
  ctx: ActionCtx,
  asked: AskedOperation,
  header: string | null,
): Promise<Response> {
  if (header !== null && !IDEMPOTENCY_KEY.test(header)) {
    return refuse(fail("invalid_inputs", "Idempotency-Key: must be 1 to 255 printable characters"));
  }
  const { operation, params } = asked;
  const given = "idempotency_key" in params ? params.idempotency_key : header;
  if (typeof given !== "string")
    return respond(await runOperation(ctx, functions, operation, params));
  const key = customerKey(customerOf(operation, params) ?? "", given);
  const headers: Record<string, string> = {};
  const result = await runOperation(ctx, functions, operation, params, {
    idempotencyKey: key,
    onReplay: () => (headers["idempotent-replayed"] = "true"),
  });
  return respond(result, headers);
}

/** The owner of a request's key, found by its hash. */
async function authenticate(ctx: ActionCtx, request: Request): Promise<Grant | Failure> {
  const header = request.headers.get("Authorization");
  if (header === null || header === "") {
    return fail("no_secret_key", "Send your key as a bearer token", 401);
  }
  const token = /^Bearer ([\x21-\x7e]{1,200})$/.exec(header)?.[1];
  const hash = token === undefined ? null : await sha256Hex(token);
  const grant =
    hash === null ? null : await ctx.runQuery(internal.http.keys.authenticate, { hash });
  return grant ?? fail(codeOf(token), "This key is not known here, or was revoked", 401);
}

function codeOf(token = "") {
  return isPublishable(token) ? "invalid_publishable_key" : "invalid_secret_key";
}

/** A publishable key reads the public catalogue, and no customer's data. */
function refuseKind(grant: Grant, { operation, params }: AskedOperation): Failure | null {
  const { publishable }: DirectRow = operations[operation];
  const isPublic = publishable === true && !("customer_id" in params);
  if (grant.kind === "secret" || isPublic) return null;
  return fail("endpoint_not_public", "A publishable key reads the public catalogue only", 401);
}

function respond({ data, error, statusCode }: Result<unknown>, headers: Headers = {}): Response {
  if (error === null) return jsonResponse(data, statusCode ?? 200, headers);
  return refuse({ data: null, error, statusCode: statusCode ?? 400 }, headers);
}

function refuse({ error, statusCode }: Failure, headers: Headers = {}): Response {
  const { message, code, checkout_url } = error;
  const all = { ...headers, ...retryAfterHeader(error) };
  return jsonResponse(
    { message, code, env: billingMode(), ...(checkout_url !== undefined && { checkout_url }) },
    statusCode,
    all,
  );
}

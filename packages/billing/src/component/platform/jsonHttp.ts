import { readBody } from "./boundedBody";
import { isMap } from "../../contract/validate";
import { fail } from "../../contract/errors";
import type { BillingError, Failure } from "../../contract/errors";
import type { PathMiss } from "../../contract/paths";

type Fields = Record<string, unknown>;

const SECOND_MS = 1000;

/** A request that is refused before any lookup. */
export type Refused = Failure & { headers?: Readonly<Record<string, string>> };

export function isRefused(asked: object): asked is Refused {
  return "error" in asked;
}

export function refuse(message: string, status = 400): Refused {
  return fail("invalid_inputs", message, status);
}

/** The refusal of an unknown method and path. */
export function refusePath(miss: PathMiss): Refused {
  switch (miss.kind) {
    case "unknown":
      return fail("not_found", "There is no such endpoint", 404);
    case "bad_id":
      return refuse(`${miss.name}: is not a valid id`);
    case "wrong_method": {
      const Allow = miss.allowed.join(", ");
      const failure = fail("method_not_allowed", `This endpoint takes ${Allow}`, 405);
      return { ...failure, headers: { Allow } };
    }
  }
}

/**
 * The JSON of a body: an object, or a list of objects. No body is an empty one.
 *
 * @param maxBytes - A longer body is refused; with a Content-Length, unread.
 */
export async function readJson(
  request: Request,
  maxBytes: number,
): Promise<{ body: Fields | Fields[] } | Refused> {
  const text = await readText(request, maxBytes);
  if (text === null) return refuse(`body: is larger than ${maxBytes} bytes`, 413);
  if (text === "") return { body: {} };
  try {
    const body: unknown = JSON.parse(text);
    if (isMap(body)) return { body };
    if (Array.isArray(body) && body.every(isMap)) return { body };
  } catch {
    return refuse("body: is not JSON");
  }
  return refuse("body: must be an object");
}

/** A JSON response that no cache stores and no browser sniffs. */
export function jsonResponse(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

/** The Retry-After header in whole seconds; none without a delay. */
export function retryAfterHeader({ retryAfterMs }: BillingError): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  return { "Retry-After": String(Math.ceil(retryAfterMs / SECOND_MS)) };
}

async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const bytes = await readBody(request, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

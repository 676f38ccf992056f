import { BROWSER_ROUTES } from "./browserRoutes";
import { isId } from "./ids";
import { BROWSER_OPERATIONS, operations, OPERATIONS } from "./operations";
import type { BrowserOperation, Operation } from "./operations";

/** The default prefix of a host's billing routes. @see Spec §7 */
export const HOST_PREFIX = "/api/autumn";
/** The prefix if the host's auth provider serves the routes. */
export const AUTH_HOST_PREFIX = "/api/auth/autumn";
/** Below either prefix: whether cookies may be sent. */
export const CORS_PATH = "/cors";

interface Endpoint<Op extends Operation> {
  operation: Op;
  verb: string;
  path: string;
}

type PathMatch<Op extends Operation> =
  | { kind: "found"; operation: Op; params: Readonly<Record<string, string>> }
  | PathMiss;

/** Why a path is unknown. */
export type PathMiss =
  /** The path is known; these are its methods. */
  | { kind: "wrong_method"; allowed: readonly string[] }
  /** A path segment is not a valid id. */
  | { kind: "bad_id"; name: string }
  | { kind: "unknown" };

/**
 * Finds the operation of a request to the /v1 API.
 *
 * At most one operation's path matches a request. Each segment is decoded exactly
 * once, and a segment in the place of an id must be a valid one.
 *
 * @param verb - The HTTP method.
 * @param path - The path below `/v1`, as it was sent, such as `/customers/ada`.
 * @returns The operation and the wire fields in its path, or what is wrong.
 * @see Spec §7, "Direct provider API"
 */
export function matchPath(verb: string, path: string): PathMatch<Operation> {
  const rows = OPERATIONS.map((operation) => ({ operation, ...operations[operation].direct }));
  return match(rows, verb, path);
}

/**
 * Finds the operation of a browser's request to its host's backend.
 *
 * Like {@link matchPath}, for the operations that a browser may call.
 *
 * @param verb - The HTTP method.
 * @param path - The path below the prefix, as it was sent, such as `/entities/seat_1`.
 * @returns The operation and the browser arguments in its path, or what is wrong.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function matchRoute(verb: string, path: string): PathMatch<BrowserOperation> {
  const rows = BROWSER_OPERATIONS.map((operation) => ({ operation, ...BROWSER_ROUTES[operation] }));
  return match(rows, verb, path);
}

/**
 * Fills a path pattern with fields.
 *
 * Ids are encoded, and an invalid id is refused: it could lead to another path.
 *
 * @param path - A pattern, such as `/entities/{entity_id}`.
 * @returns The path, and the unused fields; or the field with an invalid id.
 */
export function fillPath(
  path: string,
  fields: Readonly<Record<string, unknown>>,
):
  | { kind: "filled"; path: string; rest: Record<string, unknown> }
  | { kind: "bad_id"; name: string } {
  const named = new Set<string>();
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    const name = nameIn(segment);
    if (name === null) {
      segments.push(segment);
      continue;
    }
    const id = fields[name];
    if (typeof id !== "string" || !isId(id)) return { kind: "bad_id", name };
    segments.push(encodeURIComponent(id));
    named.add(name);
  }
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !named.has(name)));
  return { kind: "filled", path: segments.join("/"), rest };
}

/** Normalises a prefix: one slash before, none after, none doubled. */
export function cleanPrefix(prefix: string): string {
  return `/${prefix}`.replace(/\/{2,}/g, "/").replace(/\/$/, "");
}

function match<Op extends Operation>(
  endpoints: readonly Endpoint<Op>[],
  verb: string,
  path: string,
): PathMatch<Op> {
  const sent = path.split("/");
  const rows = endpoints.filter((row) => fits(row.path.split("/"), sent));
  if (rows.length === 0) return { kind: "unknown" };
  const row = rows.find((candidate) => candidate.verb === verb);
  if (!row) return { kind: "wrong_method", allowed: rows.map((other) => other.verb) };
  const params: Record<string, string> = {};
  for (const [index, segment] of row.path.split("/").entries()) {
    const name = nameIn(segment);
    if (name === null) continue;
    const id = decodeOnce(sent[index] ?? "");
    if (id === null || !isId(id)) return { kind: "bad_id", name };
    params[name] = id;
  }
  return { kind: "found", operation: row.operation, params };
}

function fits(pattern: readonly string[], sent: readonly string[]): boolean {
  return (
    pattern.length === sent.length &&
    pattern.every((segment, index) => nameIn(segment) !== null || segment === sent[index])
  );
}

/** The field of a segment; null for a fixed segment. */
function nameIn(segment: string): string | null {
  return segment.startsWith("{") ? segment.slice(1, -1) : null;
}

function decodeOnce(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

import { isId } from "./ids";
import { operations, OPERATIONS } from "./operations";
import type { Operation } from "./operations";

type PathMatch =
  | { kind: "found"; operation: Operation; params: Readonly<Record<string, string>> }
  /** The path is known; these are its verbs. */
  | { kind: "wrong_method"; allowed: readonly string[] }
  /** An id in the path is none. */
  | { kind: "bad_id"; name: string }
  | { kind: "unknown" };

/**
 * Finds the operation behind a request to the /v1 API.
 *
 * Fixed segments win over ids. Each segment is decoded exactly once, and what
 * stands for an id must be one.
 *
 * @param verb - The HTTP method.
 * @param path - The path below `/v1`, as it was sent, such as `/customers/ada`.
 * @see Spec §7
 */
export function matchPath(verb: string, path: string): PathMatch {
  const sent = path.split("/");
  const rows = OPERATIONS.map((operation) => ({ operation, ...operations[operation].direct }))
    .map((row) => ({ ...row, pattern: row.path.split("/") }))
    .filter(({ pattern }) => fits(pattern, sent))
    .sort((a, b) => idsIn(a.pattern) - idsIn(b.pattern));
  const [first] = rows;
  if (!first) return { kind: "unknown" };
  const candidates = rows.filter((row) => row.path === first.path);
  const row = candidates.find((candidate) => candidate.verb === verb);
  if (!row) return { kind: "wrong_method", allowed: candidates.map((other) => other.verb) };
  const params: Record<string, string> = {};
  for (const [index, segment] of row.pattern.entries()) {
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

function idsIn(pattern: readonly string[]): number {
  return pattern.filter((segment) => nameIn(segment) !== null).length;
}

/** The wire field that a segment stands for; null: it stands for itself. */
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

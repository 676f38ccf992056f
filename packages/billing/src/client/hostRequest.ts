import { v } from "convex/values";
import { argValidators } from "../contract/browserArgs";
import { withoutDropped } from "../contract/sentNames";
import { validate } from "../contract/validate";
import type { BrowserOperation } from "../contract/operations";
import { matchRoute } from "../contract/paths";
import { readQueryString } from "../contract/queryString";
import { isRefused, readJson, refuse, refusePath } from "../component/platform/jsonHttp";
import type { Refused } from "../component/platform/jsonHttp";
import type { Batch } from "./browser";

/** A browser's HTTP call in the form of an action call. */
interface AskedFromBrowser {
  operation: BrowserOperation;
  batch: Batch<BrowserOperation>;
}

type Fields = Readonly<Record<string, unknown>>;

/** No valid request is longer: `properties`, the longest part, has its own limit. */
const MAX_BODY_BYTES = 32 * 1024;
const MAX_BATCH = 100;
/** No HTML form can send it, so no foreign page can call without a preflight. */
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Parses a request into the arguments of one operation, or returns a refusal.
 *
 * @param path - The path below the prefix, as it was sent.
 */
export async function readHostRequest(
  request: Request,
  path: string,
): Promise<AskedFromBrowser | Refused> {
  const match = matchRoute(request.method, path);
  if (match.kind !== "found") return refusePath(match);
  const { operation, params } = match;
  const sent = await readSent(request, operation);
  if (isRefused(sent)) return sent;
  const validator = v.object(argValidators(operation));
  const batch = sent.list.map((fields) => ({ ...withoutDropped(fields), ...params }));
  for (const args of batch) {
    const answer = validate(validator, args);
    if (!answer.ok) return refuse(`${answer.path}: ${answer.reason}`);
  }
  // `validate` has checked this, and the list is never empty.
  return { operation, batch: batch as unknown as AskedFromBrowser["batch"] };
}

async function readSent(
  request: Request,
  operation: BrowserOperation,
): Promise<{ list: readonly Fields[] } | Refused> {
  if (request.method !== "POST") {
    const { searchParams } = new URL(request.url);
    return { list: [readQueryString(argValidators(operation), searchParams)] };
  }
  if (!JSON_TYPE.test(request.headers.get("Content-Type") ?? "")) {
    return refuse("Content-Type: must be application/json", 415);
  }
  const sent = await readJson(request, MAX_BODY_BYTES);
  if (isRefused(sent)) return sent;
  const { body } = sent;
  if (!Array.isArray(body)) return { list: [body] };
  if (operation !== "createEntity") return refuse("body: must be an object");
  const isBatch = body.length > 0 && body.length <= MAX_BATCH;
  return isBatch ? { list: body } : refuse(`body: must hold 1 to ${MAX_BATCH} entities`);
}

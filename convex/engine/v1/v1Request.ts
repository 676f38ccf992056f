import type { GenericValidator } from "convex/values";
import { conform } from "../../contract/conform";
import { fail } from "../../contract/errors";
import type { BillingErrorCode, Failure } from "../../contract/errors";
import { isId } from "../../contract/ids";
import { operations } from "../../contract/operations";
import type { Operation, WireParams } from "../../contract/operations";
import { matchPath } from "../../contract/paths";
import { readQueryString } from "../../contract/queryString";
import type { DirectRow } from "../../contract/rows/row";

/** What a request to the /v1 API asks for. */
export interface AskedOperation<Op extends Operation = Operation> {
  operation: Op;
  params: WireParams<Op>;
}

/** A request that is turned away before the engine hears of it. */
export interface Refused {
  failure: Failure;
  headers?: Readonly<Record<string, string>>;
}

const API_VERSION = "1.2";
const MAX_BODY_BYTES = 256 * 1024;
/** Fields that name something. */
const ID_FIELDS = [
  "id",
  "customer_id",
  "entity_id",
  "product_id",
  "feature_id",
  "from_entity_id",
  "to_entity_id",
  "program_id",
];

/** Reads a request down to validated parameters; whatever is wrong with it is named. */
export async function readRequest(request: Request): Promise<AskedOperation | Refused> {
  const { pathname, searchParams } = new URL(request.url);
  const version = request.headers.get("x-api-version") ?? API_VERSION;
  if (version !== API_VERSION) {
    return refuse(
      "invalid_api_version",
      `This server speaks version ${API_VERSION}, not ${version}`,
    );
  }
  const match = matchPath(request.method, pathname.replace(/^\/v1/, ""));
  if (match.kind === "unknown") return refuse("not_found", "There is no such endpoint", 404);
  if (match.kind === "bad_id") return refuse("invalid_inputs", `${match.name}: is not a valid id`);
  if (match.kind === "wrong_method") {
    const Allow = match.allowed.join(", ");
    const failure = fail("method_not_allowed", `This endpoint takes ${Allow}`, 405);
    return { failure, headers: { Allow } };
  }
  const body = request.method === "POST" ? await readBody(request) : {};
  if (isRefused(body)) return body;
  return asParams(match.operation, {
    ...bodyFields(match.operation, body),
    ...readQueryString(fieldsOf(match.operation), searchParams),
    ...match.params,
  });
}

export function isRefused(asked: object): asked is Refused {
  return "failure" in asked;
}

function asParams(operation: Operation, sent: Record<string, unknown>): AskedOperation | Refused {
  const { params, ignored = [] }: DirectRow = operations[operation];
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.includes(name)));
  const answer = conform(params, kept);
  if (!answer.ok) return refuse("invalid_inputs", `${answer.path}: ${answer.reason}`);
  const badId = ID_FIELDS.find((name) => typeof kept[name] === "string" && !isId(kept[name]));
  if (badId !== undefined) return refuse("invalid_inputs", `${badId}: is not a valid id`);
  // `conform` has just said so.
  return { operation, params: kept as AskedOperation["params"] };
}

/** The fields of a body. Entities come alone or as a list, with the customer's data beside each. */
function bodyFields(operation: Operation, body: unknown): Record<string, unknown> {
  if (operation !== "createEntity") return body as Record<string, unknown>;
  const sent = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[];
  const customer_data = sent.map((entity) => entity["customer_data"]).find(Boolean);
  const entities = sent.map((entity) =>
    Object.fromEntries(Object.entries(entity).filter(([name]) => name !== "customer_data")),
  );
  return { entities, ...(customer_data !== undefined && { customer_data }) };
}

/** What an operation takes. */
function fieldsOf(operation: Operation): Record<string, GenericValidator> {
  const { params }: { params: { fields: Record<string, GenericValidator> } } =
    operations[operation];
  return params.fields;
}

/** The JSON of a body: an object, or a list of objects. No body is an empty one. */
async function readBody(request: Request): Promise<object> {
  const text = await readText(request);
  if (text === null) {
    return refuse("invalid_inputs", `body: is larger than ${MAX_BODY_BYTES} bytes`, 413);
  }
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    const isMap = (value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value);
    if (Array.isArray(body) ? body.every(isMap) : isMap(body)) return body as object;
  } catch {
    return refuse("invalid_inputs", "body: is not JSON");
  }
  return refuse("invalid_inputs", "body: must be an object");
}

/** Null: more than is taken, and the rest is not read. */
async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get("Content-Length")) > MAX_BODY_BYTES) return null;
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > MAX_BODY_BYTES ? null : new TextDecoder().decode(bytes);
}

function refuse(code: BillingErrorCode, message: string, status = 400): Refused {
  return { failure: fail(code, message, status) };
}

import type { GenericValidator } from "convex/values";
import { validate } from "../../contract/validate";
import { fail } from "../../contract/errors";
import { isId } from "../../contract/ids";
import { operations } from "../../contract/operations";
import type { Operation, WireParams } from "../../contract/operations";
import { matchPath } from "../../contract/paths";
import { readQueryString } from "../../contract/queryString";
import type { DirectRow } from "../../contract/operationDefinitions/row";
import { mountPath } from "../platform/siteUrl";
import { isRefused, readJson, refuse, refusePath } from "../platform/jsonHttp";
import type { Refused } from "../platform/jsonHttp";

/** A request to the /v1 API, parsed. */
export interface AskedOperation<Op extends Operation = Operation> {
  operation: Op;
  params: WireParams<Op>;
}

const API_VERSION = "1.2";
const MAX_BODY_BYTES = 256 * 1024;
/** Fields that are ids. */
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

/** Parses a request into validated parameters, or returns a refusal. */
export async function readRequest(request: Request): Promise<AskedOperation | Refused> {
  const { pathname, searchParams } = new URL(request.url);
  const version = request.headers.get("x-api-version") ?? API_VERSION;
  if (version !== API_VERSION) {
    const message = `This server speaks version ${API_VERSION}, not ${version}`;
    return fail("invalid_api_version", message);
  }
  const match = matchPath(request.method, pathname.slice(`${mountPath()}/v1`.length));
  if (match.kind !== "found") return refusePath(match);
  const sent = request.method === "POST" ? await readJson(request, MAX_BODY_BYTES) : { body: {} };
  if (isRefused(sent)) return sent;
  return asParams(match.operation, {
    ...bodyFields(match.operation, sent.body),
    ...readQueryString(fieldsOf(match.operation), searchParams),
    ...match.params,
  });
}

function asParams(operation: Operation, sent: Record<string, unknown>): AskedOperation | Refused {
  const { params, ignored = [] }: DirectRow = operations[operation];
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.includes(name)));
  const answer = validate(params, kept);
  if (!answer.ok) return refuse(`${answer.path}: ${answer.reason}`);
  const badId = ID_FIELDS.find((name) => typeof kept[name] === "string" && !isId(kept[name]));
  if (badId !== undefined) return refuse(`${badId}: is not a valid id`);
  // `validate` has just checked this.
  return { operation, params: kept as AskedOperation["params"] };
}

/**
 * The fields of a body. Entities come alone, as a list with the customer's data beside each, or
 * as `{ entities }`, the shape that the operation has elsewhere.
 */
function bodyFields(operation: Operation, body: unknown): Record<string, unknown> {
  const isNamed = !Array.isArray(body) && "entities" in (body as Record<string, unknown>);
  if (operation !== "createEntity" || isNamed) return body as Record<string, unknown>;
  const sent = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[];
  const customer_data = sent.map((entity) => entity["customer_data"]).find(Boolean);
  const entities = sent.map((entity) =>
    Object.fromEntries(Object.entries(entity).filter(([name]) => name !== "customer_data")),
  );
  return { entities, ...(customer_data !== undefined && { customer_data }) };
}

/** The parameters of an operation. */
function fieldsOf(operation: Operation): Record<string, GenericValidator> {
  const { params }: { params: { fields: Record<string, GenericValidator> } } =
    operations[operation];
  return params.fields;
}

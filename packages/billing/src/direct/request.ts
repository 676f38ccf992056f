import { fail } from "../contract/errors";
import type { BillingError } from "../contract/errors";
import { operations } from "../contract/operations";
import type { Operation, WireParams } from "../contract/operations";
import { fillPath } from "../contract/paths";
import { writeQueryString } from "../contract/queryString";
import type { DirectRow } from "../contract/operationDefinitions/row";

/** One operation as an HTTP request. */
export interface DirectRequest {
  verb: DirectRow["direct"]["verb"];
  /** Below the base URL, with the query. */
  path: string;
  /** JSON. */
  body?: string;
  idempotencyKey?: string;
  /** Whether sending it twice has the same effect as sending it once. */
  isRepeatable: boolean;
}

/** A request that was never sent, so there is no status. */
interface Unsendable {
  data: null;
  error: BillingError;
}

type Fields = Readonly<Record<string, unknown>>;

/** A value that a header can contain without encoding. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Builds an operation's request from its row of the table.
 *
 * @returns The request, or a refusal of an id that a URL can't contain.
 */
export function directRequest<Op extends Operation>(
  op: Op,
  params: WireParams<Op>,
  callKey?: string,
): DirectRequest | Unsendable {
  const { direct, effect }: DirectRow = operations[op];
  const { verb } = direct;
  // Every row's parameters are an object.
  const fields = params as Fields;
  const filled = fillPath(direct.path, fields);
  if (filled.kind === "bad_id") return refuseId(filled.name, fields[filled.name]);
  const { path, rest } = filled;
  const own = rest["idempotency_key"];
  const key = op === "track" && typeof own === "string" ? own : callKey;
  const isRepeatable = effect === "reads" || key !== undefined;
  const request = { verb, isRepeatable, ...headerOf(key) };
  const { customer_data, expand, ...others } = rest;
  if (verb !== "POST") return { ...request, path: path + writeQueryString({ ...others, expand }) };
  const body = JSON.stringify(bodyOf(op, { ...others, customer_data }, key));
  return { ...request, path: path + writeQueryString({ expand }), body };
}

function refuseId(name: string, value: unknown): Unsendable {
  const isMissing = name === "customer_id" && (value === undefined || value === "");
  const { data, error } = isMissing
    ? fail("CUSTOMER_ID_REQUIRED", "Customer ID is required")
    : fail("invalid_inputs", `${name} is not a valid id`);
  return { data, error };
}

function headerOf(key: string | undefined): { idempotencyKey?: string } {
  if (key === undefined) return {};
  return { idempotencyKey: PRINTABLE.test(key) ? key : encodeURIComponent(key) };
}

/** The body, if it is not just the fields outside the path. */
function bodyOf(op: Operation, fields: Fields, key: string | undefined): unknown {
  if (op === "createEntity") return entitiesOf(fields);
  if (op === "createCustomer") return customerOf(fields);
  // Some servers identify a use only by this field.
  return op === "track" ? { ...fields, idempotency_key: key } : fields;
}

/** One entity is sent as an object, several as a list; each contains the customer. */
function entitiesOf({ entities, customer_data }: Fields): unknown {
  // The row's parameters have this type.
  const list = (entities as readonly Fields[]).map((entity) => ({ ...entity, customer_data }));
  return list.length === 1 ? list[0] : list;
}

/** Here the body contains the customer's own data as fields. */
function customerOf({ customer_data, ...own }: Fields): unknown {
  // The row's parameters have this type.
  return { ...(customer_data as Fields | undefined), ...own };
}

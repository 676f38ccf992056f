import type { GenericValidator } from "convex/values";

/** One argument that a browser may send, and the wire field that it becomes. */
export interface BrowserArg {
  /** Null: the transport consumes it, and the provider never sees it. */
  wire: string | null;
  validator: GenericValidator;
  /** Refused until the host allows it by name. */
  closed?: true;
}

interface Endpoint {
  verb: "GET" | "POST" | "DELETE";
  /** `{name}` is replaced by a wire field of `params`. */
  path: `/${string}`;
}

/** An operation for server code and for the provider's /v1 API. */
export interface DirectRow {
  /** In the provider's /v1 API. */
  direct: Endpoint;
  /** Reads run as a query; writes as one mutation, under an idempotency key. */
  effect: "reads" | "writes";
  /** The parameters of the provider. */
  params: GenericValidator;
  result: GenericValidator;
  /**
   * Wire fields that other clients send and that have no effect here. Other unknown fields are
   * refused.
   */
  ignored?: readonly string[];
  /** A publishable key may call it, because the response is the public catalogue. */
  publishable?: true;
}

/** An operation for browsers too. Operations only for servers have none of these fields. */
export interface BrowserRow extends DirectRow {
  /** All arguments that a browser may send. @see docs/adr/0003 */
  args: Readonly<Record<string, BrowserArg>>;
  /** `authorized`: only callers that the host's `authorize` allows; without it, none. */
  callers: "anyone" | "customers" | "authorized";
}

export function arg<const W extends string | null, V extends GenericValidator>(
  wire: W,
  validator: V,
) {
  return { wire, validator };
}

/** An argument that costs the host money, such as a refund. */
export function closedArg<const W extends string, V extends GenericValidator>(
  wire: W,
  validator: V,
) {
  return { wire, validator, closed: true as const };
}

export function row<const R extends BrowserRow>(operation: R): R {
  return operation;
}

export function directRow<const R extends DirectRow>(operation: R): R {
  return operation;
}

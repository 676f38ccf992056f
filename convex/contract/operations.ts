import { v } from "convex/values";
import type { GenericValidator, Infer, ObjectType } from "convex/values";
import type { Result } from "./errors";
import {
  vCheckoutParams,
  vCheckParams,
  vCreateCustomerParams,
  vListProductsParams,
  vSetupPaymentParams,
  vTrackParams,
} from "./params";
import {
  vAttach,
  vCheck,
  vCheckout,
  vExpand,
  vProductList,
  vSetupPayment,
  vTrack,
} from "./answers";
import { vCustomer } from "./wire";

/** One argument that a browser may send, and the wire field that it becomes. */
interface BrowserArg {
  /** Null: the edge consumes it, the provider never sees it. */
  wire: string | null;
  validator: GenericValidator;
}

interface Endpoint {
  verb: "GET" | "POST" | "DELETE";
  path: string;
}

interface OperationRow {
  /** In the provider's /v1 API. */
  direct: Endpoint;
  /** Under the host backend's prefix. */
  route: Endpoint;
  /** Everything a browser may send, and nothing more. @see docs/adr/0003 */
  args: Readonly<Record<string, BrowserArg>>;
  /** What the provider is asked. */
  params: GenericValidator;
  result: GenericValidator;
  /** Whether a caller without identity gets an answer. */
  signedOut: "answered" | "refused";
}

function arg<const W extends string | null, V extends GenericValidator>(wire: W, validator: V) {
  return { wire, validator };
}

function row<const R extends OperationRow>(operation: R): R {
  return operation;
}

const expand = arg("expand", v.optional(v.array(vExpand)));
const entityId = arg("entity_id", v.optional(v.string()));
/** A path on the site; the edge joins it to the site's origin. */
const successUrl = arg("success_url", v.optional(v.string()));

const purchase = {
  productId: arg("product_id", v.optional(v.string())),
  productIds: arg("product_ids", v.optional(v.array(v.string()))),
  entityId,
  options: arg(
    "options",
    v.optional(v.array(v.object({ featureId: v.string(), quantity: v.number() }))),
  ),
  successUrl,
  reward: arg("reward", v.optional(v.string())),
};

/**
 * The one list of billing operations. An operation's key is also its action's
 * name: `api.billing.<key>`.
 *
 * The direct client, the /v1 router, the action validators and the browser's
 * transports are read off these rows; nothing else spells a billing path.
 *
 * @see Spec §7
 */
export const operations = {
  createCustomer: row({
    direct: { verb: "POST", path: "/customers" },
    route: { verb: "POST", path: "/customers" },
    args: { expand, errorOnNotFound: arg(null, v.optional(v.boolean())) },
    params: vCreateCustomerParams,
    result: v.union(vCustomer, v.null()),
    signedOut: "refused",
  }),
  listProducts: row({
    direct: { verb: "GET", path: "/products_beta" },
    route: { verb: "GET", path: "/products" },
    args: {},
    params: vListProductsParams,
    result: vProductList,
    signedOut: "answered",
  }),
  checkout: row({
    direct: { verb: "POST", path: "/checkout" },
    route: { verb: "POST", path: "/checkout" },
    args: purchase,
    params: vCheckoutParams,
    result: vCheckout,
    signedOut: "refused",
  }),
  attach: row({
    direct: { verb: "POST", path: "/attach" },
    route: { verb: "POST", path: "/attach" },
    args: purchase,
    params: vCheckoutParams,
    result: vAttach,
    signedOut: "refused",
  }),
  check: row({
    direct: { verb: "POST", path: "/check" },
    route: { verb: "POST", path: "/check" },
    args: {
      featureId: arg("feature_id", v.optional(v.string())),
      productId: arg("product_id", v.optional(v.string())),
      entityId,
      requiredBalance: arg("required_balance", v.optional(v.number())),
      withPreview: arg("with_preview", v.optional(v.boolean())),
    },
    params: vCheckParams,
    result: vCheck,
    signedOut: "refused",
  }),
  track: row({
    direct: { verb: "POST", path: "/track" },
    route: { verb: "POST", path: "/track" },
    args: {
      featureId: arg("feature_id", v.optional(v.string())),
      eventName: arg("event_name", v.optional(v.string())),
      entityId,
      value: arg("value", v.optional(v.number())),
      idempotencyKey: arg("idempotency_key", v.optional(v.string())),
      properties: arg("properties", vTrackParams.fields.properties),
    },
    params: vTrackParams,
    result: vTrack,
    signedOut: "refused",
  }),
  setupPayment: row({
    direct: { verb: "POST", path: "/setup_payment" },
    route: { verb: "POST", path: "/setup_payment" },
    args: { successUrl },
    params: vSetupPaymentParams,
    result: vSetupPayment,
    signedOut: "refused",
  }),
} as const satisfies Readonly<Record<string, OperationRow>>;

export type Operation = keyof typeof operations;
export const OPERATIONS = Object.keys(operations) as readonly Operation[];

/** Sent by the specification's and the peer's clients, and dropped: identity always wins. */
export const DROPPED_ARGS = ["customer_data", "customerData", "dialog", "openInNewTab"] as const;

type ArgsOf<Op extends Operation> = (typeof operations)[Op]["args"];
type ArgValidators<Op extends Operation> = {
  [K in keyof ArgsOf<Op>]: ArgsOf<Op>[K] extends BrowserArg ? ArgsOf<Op>[K]["validator"] : never;
};

/** Names one try of a person; the same id gets the first answer again. */
interface RequestId {
  clientRequestId?: string | undefined;
}

/** What a browser may send, camelCase. */
export type BrowserArgs<Op extends Operation> = ObjectType<ArgValidators<Op>> & RequestId;
/** What the provider is asked, in wire names. */
export type WireParams<Op extends Operation> = Infer<(typeof operations)[Op]["params"]>;
/** What the provider answers on success. */
export type Response<Op extends Operation> = Infer<(typeof operations)[Op]["result"]>;
export type OperationResult<Op extends Operation> = Result<Response<Op>>;

/** Names the browser may send to `op`, in the order of the table, and `clientRequestId`. */
export function allowedArgs(op: Operation): readonly string[] {
  return [...Object.keys(operations[op].args), "clientRequestId"];
}

/** The argument validators of one operation's action: the fence behind the transport's own check. */
export function actionArgs(op: Operation): Record<string, GenericValidator> {
  const args: Record<string, GenericValidator> = { clientRequestId: v.optional(v.string()) };
  for (const [name, { validator }] of Object.entries<BrowserArg>(operations[op].args)) {
    args[name] = validator;
  }
  for (const name of DROPPED_ARGS) args[name] = v.optional(v.any());
  return args;
}

/**
 * Crosses from browser arguments to wire fields: a closed list of known keys,
 * one level deep, plus the keys of `options`. Maps of the caller's own
 * (`properties`) keep their keys.
 *
 * @returns Only fields of the table; identity fields are the caller's to add.
 */
export function toWire(op: Operation, args: Readonly<Record<string, unknown>>) {
  const wire: Record<string, unknown> = {};
  for (const [name, { wire: field }] of Object.entries<BrowserArg>(operations[op].args)) {
    if (field === null || args[name] === undefined) continue;
    wire[field] = name === "options" ? wireOptions(args[name]) : args[name];
  }
  return wire;
}

function wireOptions(options: unknown) {
  return (options as { featureId: string; quantity: number }[]).map((option) => ({
    feature_id: option.featureId,
    quantity: option.quantity,
  }));
}

import type { FunctionReference } from "convex/server";
import type { BillingEvent } from "../contract/events";
import type { Identify } from "./caller";
import type { ActionCtx } from "./context";
import { closedArgs } from "../contract/browserArgs";
import { isId } from "../contract/ids";
import type { BrowserArgs, BrowserOperation } from "../contract/operations";
import { fail } from "../contract/errors";
import type { Failure } from "../contract/errors";
import type { Who } from "../contract/caller";
import type { CatalogueDefinition } from "../component/rules/catalogue/define";

/** The call that `authorize` allows or denies. */
interface AuthorizeRequest {
  operation: BrowserOperation;
  who: Who;
  /** The browser's arguments. */
  args: Readonly<Record<string, unknown>>;
}

/** A host's configuration: what it sells, and what a browser may do. */
export interface BillingConfig<
  Feature extends string = string,
  Product extends string = string,
> extends Identify {
  /** The products on sale. Install them with `npx convex run billing:install`. */
  catalogue: CatalogueDefinition<Feature, Product>;
  /** The seller on invoices. Installed with the catalogue. Default: invoices name no seller. */
  seller?: { name: string; address: readonly string[]; taxId?: string } | undefined;
  /**
   * A mutation that receives customers' events after their transaction: at least once,
   * and in order for each customer. If it throws, only its own writes are rolled back,
   * and billing calls it again later. Each install renews its handle.
   */
  onEvent?: FunctionReference<"mutation", "internal", { event: BillingEvent }>;
  /** Features whose use a browser may track. Default: none, so only server code tracks. */
  clientTrackable?: readonly NoInfer<Feature>[];
  /** Who may create, read and delete entities. Default: no one. */
  authorize?: (ctx: ActionCtx, request: AuthorizeRequest) => Promise<boolean>;
  /** Arguments that cost the host money, allowed by name: `{ cancel: ["cancelImmediately"] }`. */
  allowFromBrowser?: Readonly<Partial<Record<BrowserOperation, readonly string[]>>>;
}

/** The part that concerns browsers. */
export type BrowserPolicy = Omit<BillingConfig, "catalogue" | "seller" | "onEvent">;

/** Largest usage that one call may report. */
const MAX_TRACK_VALUE = 1_000_000_000;
const MAX_PRODUCTS = 10;
const MAX_OPTIONS = 20;
const MAX_PROPERTIES_BYTES = 4096;
const MAX_QUERIED_FEATURES = 10;
const MAX_CODE_CHARS = 64;
/** Arguments that are ids. */
const ID_ARGS = ["entityId", "id", "productId", "featureId", "programId"] as const;

type Check<Op extends BrowserOperation> = (
  args: BrowserArgs<Op>,
  config: BrowserPolicy,
) => Failure | undefined;

/**
 * Rules that the validators of an operation's arguments can't express, one row for
 * each operation.
 */
const checks: { [Op in BrowserOperation]?: Check<Op> } = {
  checkout: checkPurchase,
  attach: checkPurchase,
  check: ({ featureId, productId, requiredBalance }) => {
    if ((featureId === undefined) === (productId === undefined)) {
      return refuse("Pass exactly one of featureId and productId");
    }
    if (
      requiredBalance !== undefined &&
      !(Number.isFinite(requiredBalance) && requiredBalance >= 0)
    ) {
      return refuse("requiredBalance must be a finite number of at least 0");
    }
    return undefined;
  },
  track: ({ featureId, eventName, value, properties, idempotencyKey }, config) => {
    if ((featureId === undefined) === (eventName === undefined)) {
      return refuse("Pass exactly one of featureId and eventName");
    }
    // If `value` is omitted, the engine reads the amount from `properties`.
    const amount: unknown = value ?? properties?.["value"] ?? 1;
    if (!(typeof amount === "number" && amount > 0 && amount <= MAX_TRACK_VALUE)) {
      return refuse("value must be greater than 0; server code may give units back");
    }
    if (idempotencyKey === "") return refuse("idempotencyKey must name this use");
    if (properties && JSON.stringify(properties).length > MAX_PROPERTIES_BYTES) {
      return refuse(`properties must be at most ${MAX_PROPERTIES_BYTES} bytes`);
    }
    const name = featureId ?? eventName;
    if (name !== undefined && !config.clientTrackable?.includes(name)) {
      return fail("forbidden", `Use of "${name}" is reported by the server only`, 403);
    }
    return undefined;
  },
  query: ({ featureId }) =>
    Array.isArray(featureId) && (featureId.length === 0 || featureId.length > MAX_QUERIED_FEATURES)
      ? refuse(`featureId must name 1 to ${MAX_QUERIED_FEATURES} features`)
      : undefined,
  redeemReferralCode: ({ code }) =>
    code.length > MAX_CODE_CHARS ? refuse("code is not a referral code") : undefined,
};

/**
 * Refuses arguments that a browser may not use, before the call reaches the provider.
 *
 * @returns The refusal, or undefined if the call is allowed.
 */
export function refuseByPolicy<Op extends BrowserOperation>(
  op: Op,
  args: BrowserArgs<Op>,
  config: BrowserPolicy,
): Failure | undefined {
  const { clientRequestId } = args;
  const named: Readonly<Record<string, unknown>> = args;
  const badId = ID_ARGS.find((name) => typeof named[name] === "string" && !isId(named[name]));
  if (badId !== undefined) return refuse(`${badId} is not a valid id`);
  if (clientRequestId !== undefined && !isId(clientRequestId)) {
    return refuse("clientRequestId must be 1 to 128 letters, digits or _-:.");
  }
  const closed = refuseClosed(op, args, config);
  return closed ?? checks[op]?.(args, config);
}

function refuseClosed(
  op: BrowserOperation,
  args: Readonly<Record<string, unknown>>,
  { allowFromBrowser = {} }: BrowserPolicy,
): Failure | undefined {
  const opened: readonly string[] = allowFromBrowser[op] ?? [];
  const name = closedArgs(op).find((one) => args[one] !== undefined && !opened.includes(one));
  return name === undefined
    ? undefined
    : fail("forbidden", `${op} takes "${name}" from server code only`, 403);
}

function checkPurchase(args: BrowserArgs<"checkout">): Failure | undefined {
  const { productId, productIds, options = [] } = args;
  if ((productId === undefined) === (productIds === undefined)) {
    return refuse("Pass exactly one of productId and productIds");
  }
  if (productIds && (productIds.length === 0 || productIds.length > MAX_PRODUCTS)) {
    return refuse(`productIds must hold 1 to ${MAX_PRODUCTS} ids`);
  }
  if (
    options.length > MAX_OPTIONS ||
    new Set(options.map((o) => o.featureId)).size < options.length
  ) {
    return refuse("options must name each feature once");
  }
  return options.every((o) => Number.isSafeInteger(o.quantity) && o.quantity >= 0)
    ? undefined
    : fail("invalid_options", "quantity must be a whole number of at least 0");
}

function refuse(message: string): Failure {
  return fail("invalid_inputs", message);
}

import type { ActionCtx } from "../_generated/server";
import type { BrowserArgs, Operation } from "../contract/operations";
import { fail } from "../contract/errors";
import type { Failure } from "../contract/errors";

/** What a host decides about its browsers. */
export interface BillingConfig {
  /** Features whose use a browser may report. Everything else is tracked by server code. */
  clientTrackable: readonly string[];
  /**
   * Whether the caller's session has not been ended since their token was
   * signed. Asked before what costs money. Default: a token is enough.
   */
  isSessionLive?: (ctx: ActionCtx) => Promise<boolean>;
}

/** Largest amount of use that one call may report. */
const MAX_TRACK_VALUE = 1_000_000_000;
const MAX_PRODUCTS = 10;
const MAX_OPTIONS = 20;
const MAX_PROPERTIES_BYTES = 4096;
const ID = /^[A-Za-z0-9_\-:.]{1,128}$/;

type Check<Op extends Operation> = (
  args: BrowserArgs<Op>,
  config: BillingConfig,
) => Failure | undefined;

/** What the validators of an operation's arguments cannot say. One row an operation. */
const checks: { [Op in Operation]?: Check<Op> } = {
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
  track: ({ featureId, eventName, value, properties }, config) => {
    if ((featureId === undefined) === (eventName === undefined)) {
      return refuse("Pass exactly one of featureId and eventName");
    }
    if (value !== undefined && !(value > 0 && value <= MAX_TRACK_VALUE)) {
      return refuse("value must be greater than 0; server code may give units back");
    }
    if (properties && JSON.stringify(properties).length > MAX_PROPERTIES_BYTES) {
      return refuse(`properties must be at most ${MAX_PROPERTIES_BYTES} bytes`);
    }
    const name = featureId ?? eventName;
    if (name !== undefined && !config.clientTrackable.includes(name)) {
      return fail("forbidden", `Use of "${name}" is reported by the server only`, 403);
    }
    return undefined;
  },
};

/**
 * Refuses terms that a browser may not ask for, before the provider hears of them.
 *
 * @returns The refusal, or undefined when the arguments may go on.
 */
export function refuseTerms<Op extends Operation>(
  op: Op,
  args: BrowserArgs<Op>,
  config: BillingConfig,
): Failure | undefined {
  const { entityId, clientRequestId } = args as { entityId?: string; clientRequestId?: string };
  if (entityId !== undefined && !isId(entityId)) return refuse("entityId is not a valid id");
  if (clientRequestId !== undefined && !isId(clientRequestId)) {
    return refuse("clientRequestId must be 1 to 128 letters, digits or _-:.");
  }
  return checks[op]?.(args, config);
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

function isId(text: string): boolean {
  return ID.test(text) && text !== "." && text !== "..";
}

function refuse(message: string): Failure {
  return fail("invalid_inputs", message);
}

import { toWireNames } from "../contract/camel";
import type { Camel } from "../contract/camel";
import { fail } from "../contract/errors";
import { operations } from "../contract/operations";
import type { Operation, OperationResult, WireParams } from "../contract/operations";
import type { DirectRow } from "../contract/operationDefinitions/row";
import { customerKey } from "../contract/customerKeys";
import type { Who } from "../contract/caller";
import type { ActionCtx } from "./context";
import { run } from "./installed";
import type { Installed } from "./installed";

/** Set from `who`, or from `key`. */
type FilledIn = "customerId" | "customerData" | "idempotencyKey";

/** The ids that a host's catalogue defines. */
export interface Ids {
  feature: string;
  product: string;
}

type Named<Value, Id extends string> = Value extends string
  ? Id
  : Value extends readonly string[]
    ? Id[]
    : Value;

/** Parameters that accept only the ids of the catalogue. */
type WithIds<Params, I extends Ids> = {
  [K in keyof Params]: K extends "featureId"
    ? Named<Params[K], I["feature"]>
    : K extends "productId" | "productIds"
      ? Named<Params[K], I["product"]>
      : Params[K] extends readonly (infer Item extends object)[] | undefined
        ? WithIds<Item, I>[]
        : Params[K];
};

/** The parameters that server code passes to an operation: everything but the customer. */
type ServerParams<Op extends Operation, I extends Ids> = WithIds<
  Omit<Camel<WireParams<Op>>, FilledIn | (Op extends "createCustomer" ? "id" : never)>,
  I
>;

/** A type, not an interface: declarations of the package can then spell it out. */
type ServerOptions = {
  /** Identifies this request: the same key and parameters return the first response again. */
  key?: string;
};

/** A signed-out caller is an expected failure, not a broken assumption. */
export const unauthenticated = () => fail("unauthenticated", "Sign in first", 401);

/** An operation on behalf of one customer, in camel case. For actions. */
export type OnBehalf<Op extends Operation, I extends Ids> = (
  ctx: ActionCtx,
  who: Who | null,
  params: ServerParams<Op, I>,
  options?: ServerOptions,
) => Promise<OperationResult<Op>>;

export function onBehalf<Op extends Operation, I extends Ids>(
  installed: Installed,
  op: Op,
): OnBehalf<Op, I> {
  return async (ctx, who, params, { key } = {}) => {
    if (!who) return unauthenticated();
    const wire = { ...entityOf(op, who), ...named(op, params), ...identityOf(op, who) };
    if (key === "") return fail("invalid_inputs", "key must name this request");
    const options = key === undefined ? {} : { idempotencyKey: customerKey(who.customerId, key) };
    // The row's own validator names and types the field.
    return await run(ctx, installed, op, wire as unknown as WireParams<Op>, options);
  };
}

/** An operation without a customer, such as the catalogue or the list of customers. For actions. */
export type OnItsOwn<Op extends Operation> = (
  ctx: ActionCtx,
  params: Camel<WireParams<Op>>,
) => Promise<OperationResult<Op>>;

export function onItsOwn<Op extends Operation>(installed: Installed, op: Op): OnItsOwn<Op> {
  return async (ctx, params) =>
    // The row's own validator names and types the fields.
    await run(ctx, installed, op, named(op, params) as unknown as WireParams<Op>);
}

function named(op: Operation, params: unknown): object {
  return toWireNames(operations[op].params, params) as object;
}

function identityOf(op: Operation, { customerId, customerData }: Who) {
  return {
    [op === "createCustomer" ? "id" : "customer_id"]: customerId,
    ...(takes(op, "customer_data") && customerData && { customer_data: customerData }),
  };
}

/** The entity of `who`, if the operation has one. */
export function entityOf(op: Operation, { entityId }: Who) {
  return takes(op, "entity_id") && entityId !== undefined ? { entity_id: entityId } : {};
}

function takes(op: Operation, field: string): boolean {
  const { params }: DirectRow = operations[op];
  return "fields" in params && Object.hasOwn(params.fields as object, field);
}

import { toWireNames } from "../../packages/billing/src/contract/camel";
import type { Camel } from "../../packages/billing/src/contract/camel";
import { fail } from "../../packages/billing/src/contract/errors";
import { operations } from "../../packages/billing/src/contract/operations";
import type {
  Operation,
  OperationResult,
  WireParams,
} from "../../packages/billing/src/contract/operations";
import type { DirectRow } from "../../packages/billing/src/contract/rows/row";
import { customerKey } from "../engine/platform/customerKeys";
import type { ActionCtx } from "../_generated/server";
import { currentProvider } from "./current";
import type { Who } from "./identify";

/** Given by `who`, or by `key`. */
type FilledIn = "customerId" | "customerData" | "idempotencyKey";

/** What server code may say about an operation: everything but whose it is. */
type ServerParams<Op extends Operation> = Omit<
  Camel<WireParams<Op>>,
  FilledIn | (Op extends "createCustomer" ? "id" : never)
>;

/** A type, not an interface: declarations of the package can then spell it out. */
type ServerOptions = {
  /** Names this very request: the same key and parameters get the first answer again. */
  key?: string;
};

/** Signed out is an expected answer, not a broken assumption. */
export const unauthenticated = () => fail("unauthenticated", "Sign in first", 401);

/** An operation on behalf of one customer, with our own names. For actions. */
export function onBehalf<Op extends Operation>(op: Op) {
  return async (
    ctx: ActionCtx,
    who: Who | null,
    params: ServerParams<Op>,
    { key }: ServerOptions = {},
  ): Promise<OperationResult<Op>> => {
    if (!who) return unauthenticated();
    const wire = { ...entityOf(op, who), ...named(op, params), ...identityOf(op, who) };
    const options = key === undefined ? {} : { idempotencyKey: customerKey(who.customerId, key) };
    // Named by the row's own validator, and typed as it says.
    return await currentProvider().api(ctx)[op](wire, options);
  };
}

/** An operation on behalf of nobody: the catalogue, everyone's list. For actions. */
export function onItsOwn<Op extends Operation>(op: Op) {
  return async (ctx: ActionCtx, params: Camel<WireParams<Op>>): Promise<OperationResult<Op>> =>
    // As above.
    await currentProvider().api(ctx)[op](named(op, params));
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

/** The entity that `who` speaks for, where the operation has one. */
function entityOf(op: Operation, { entityId }: Who) {
  return takes(op, "entity_id") && entityId !== undefined ? { entity_id: entityId } : {};
}

function takes(op: Operation, field: string): boolean {
  const { params }: DirectRow = operations[op];
  return "fields" in params && Object.hasOwn(params.fields as object, field);
}

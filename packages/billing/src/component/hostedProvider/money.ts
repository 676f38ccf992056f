import { v } from "convex/values";
import type { Infer, Value } from "convex/values";
import { vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { operations } from "../../contract/operations";
import type { Operation } from "../../contract/operations";

/** Operations that may charge or refund: each is stored before it is sent. */
export const MONEY_OPERATIONS = [
  "attach",
  "cancel",
  "createEntity",
  "deleteEntity",
  "transferProduct",
] as const satisfies readonly Operation[];
export type MoneyOperation = (typeof MONEY_OPERATIONS)[number];

export const vMoneyCall = v.union(
  v.object({ op: v.literal("attach"), params: operations.attach.params }),
  v.object({ op: v.literal("cancel"), params: operations.cancel.params }),
  v.object({ op: v.literal("createEntity"), params: operations.createEntity.params }),
  v.object({ op: v.literal("deleteEntity"), params: operations.deleteEntity.params }),
  v.object({ op: v.literal("transferProduct"), params: operations.transferProduct.params }),
);
export type MoneyCall = Infer<typeof vMoneyCall>;

export const vMoneyResult = vResult(
  v.union(
    operations.attach.result,
    operations.cancel.result,
    operations.createEntity.result,
    operations.deleteEntity.result,
    operations.transferProduct.result,
  ),
);
export type MoneyResult = Infer<typeof vMoneyResult>;

export function isMoney(op: Operation): op is MoneyOperation {
  const all: readonly Operation[] = MONEY_OPERATIONS;
  return all.includes(op);
}

/** What makes two calls equal: a name that the identity changed meanwhile does not count. */
export function payloadOf({ op, params }: MoneyCall): Value {
  return { op, params: { ...params, customer_data: null } };
}

/** The subject of a call: of two with the same subject, one waits for the other. */
export function subjectOf(call: MoneyCall): string {
  return JSON.stringify([call.op, call.params.customer_id, ...thingsOf(call)]);
}

function thingsOf({ op, params }: MoneyCall): unknown[] {
  switch (op) {
    case "attach":
      return [params.entity_id, params.product_ids ?? [params.product_id]];
    case "cancel":
      return [params.entity_id, params.product_id];
    case "createEntity":
      return params.entities.map(({ id }) => id);
    case "deleteEntity":
      return [params.entity_id];
    case "transferProduct":
      return [params.from_entity_id, params.product_id];
  }
}

/**
 * Whether a result is final. Without an answer, or with a server error, the
 * operation may have been done or not, and asking again with the same key tells.
 */
export function isSettled({ error, statusCode = 0 }: Result<unknown>): boolean {
  if (error === null) return true;
  const isUnknown = error.code === "fetch_failed" || statusCode >= 500;
  return !isUnknown && statusCode !== 202 && statusCode !== 408;
}

import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { operations } from "./operations";
import type { BrowserOperation } from "./operations";
import type { BrowserArg } from "./rows/row";

/** Sent by the specification's and the peer's clients, and dropped: identity always wins. */
export const DROPPED_ARGS = ["customer_data", "customerData", "dialog", "openInNewTab"] as const;

/** Names the browser may send to `op`, in the order of the table, and `clientRequestId`. */
export function allowedArgs(op: BrowserOperation): readonly string[] {
  return [...Object.keys(operations[op].args), "clientRequestId"];
}

/** Names that `op` takes from a browser only once the host has opened them. */
export function closedArgs(op: BrowserOperation): readonly string[] {
  return argsOf(op).flatMap(([name, { closed }]) => (closed === true ? [name] : []));
}

/** The argument validators of one operation's action: the fence behind the transport's own check. */
export function actionArgs(op: BrowserOperation): Record<string, GenericValidator> {
  const args: Record<string, GenericValidator> = { clientRequestId: v.optional(v.string()) };
  for (const [name, { validator }] of argsOf(op)) args[name] = validator;
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
export function toWire(op: BrowserOperation, args: Readonly<Record<string, unknown>>) {
  const wire: Record<string, unknown> = {};
  for (const [name, { wire: field }] of argsOf(op)) {
    if (field === null || args[name] === undefined) continue;
    wire[field] = name === "options" ? wireOptions(args[name]) : args[name];
  }
  return op === "createEntity" ? { entities: [wire] } : wire;
}

function argsOf(op: BrowserOperation) {
  return Object.entries<BrowserArg>(operations[op].args);
}

function wireOptions(options: unknown) {
  return (options as { featureId: string; quantity: number }[]).map((option) => ({
    feature_id: option.featureId,
    quantity: option.quantity,
  }));
}

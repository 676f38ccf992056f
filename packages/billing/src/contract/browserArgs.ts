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

/** What each argument may be. */
export function argValidators(op: BrowserOperation): Record<string, GenericValidator> {
  const args: Record<string, GenericValidator> = { clientRequestId: v.optional(v.string()) };
  for (const [name, { validator }] of argsOf(op)) args[name] = validator;
  return args;
}

/** The argument validators of one operation's action: the fence behind the transport's own check. */
export function actionArgs(op: BrowserOperation): Record<string, GenericValidator> {
  const dropped = DROPPED_ARGS.map((name) => [name, v.optional(v.any())] as const);
  return { ...argValidators(op), ...Object.fromEntries(dropped) };
}

/** Arguments without those that are dropped, and without undefined ones. */
export function withoutDropped(args: object): Record<string, unknown> {
  const dropped = new Set<string>(DROPPED_ARGS);
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  );
}

/** An operation's route below the host's prefix; its path names arguments. */
export function browserRoute(op: BrowserOperation) {
  const { verb, path } = operations[op].route;
  const names = new Map(argsOf(op).map(([name, { wire }]) => [wire, name]));
  return { verb, path: path.replace(/\w+(?=})/g, (field) => names.get(field) ?? field) };
}

/**
 * Crosses from browser arguments to wire fields: a closed list of known keys,
 * one level deep, plus the keys of `options`. Maps of the caller's own
 * (`properties`) keep their keys.
 *
 * @param batch - What is asked; several only where an operation makes several.
 * @returns Only fields of the table; identity fields are the caller's to add.
 */
export function toWire(
  op: BrowserOperation,
  ...batch: readonly Readonly<Record<string, unknown>>[]
): Record<string, unknown> {
  const wires = batch.map((args) => {
    const wire: Record<string, unknown> = {};
    for (const [name, { wire: field }] of argsOf(op)) {
      if (field === null || args[name] === undefined) continue;
      wire[field] = name === "options" ? wireOptions(args[name]) : args[name];
    }
    return wire;
  });
  return op === "createEntity" ? { entities: wires } : { ...wires[0] };
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

import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { toWireNames } from "./camel";
import { vOptions } from "./params";
import { DROPPED_ARGS } from "./sentNames";
import { operations } from "./operations";
import type { BrowserOperation } from "./operations";
import type { BrowserArg } from "./operationDefinitions/row";

/** Arguments that `op` takes from a browser only once the host has allowed them. */
export function closedArgs(op: BrowserOperation): readonly string[] {
  return argsOf(op).flatMap(([name, { closed }]) => (closed === true ? [name] : []));
}

/** The validator of each argument. */
export function argValidators(op: BrowserOperation): Record<string, GenericValidator> {
  const args: Record<string, GenericValidator> = { clientRequestId: v.optional(v.string()) };
  for (const [name, { validator }] of argsOf(op)) args[name] = validator;
  return args;
}

/**
 * The argument validators of one operation's action: the server's own check after the transport's.
 */
export function actionArgs(op: BrowserOperation): Record<string, GenericValidator> {
  const dropped = DROPPED_ARGS.map((name) => [name, v.optional(v.any())] as const);
  return { ...argValidators(op), ...Object.fromEntries(dropped) };
}

/**
 * Translates browser arguments to wire fields: a closed list of known keys, one level deep, plus
 * the keys of `options`. The caller's own maps (`properties`) keep their keys.
 *
 * @param batch - The arguments; several only if the operation creates several.
 * @returns Only fields of the table; the caller adds the identity fields.
 */
export function toWire(
  op: BrowserOperation,
  ...batch: readonly Readonly<Record<string, unknown>>[]
): Record<string, unknown> {
  const wires = batch.map((args) => {
    const wire: Record<string, unknown> = {};
    for (const [name, { wire: field }] of argsOf(op)) {
      if (field === null || args[name] === undefined) continue;
      wire[field] = name === "options" ? toWireNames(vOptions, args[name]) : args[name];
    }
    return wire;
  });
  return op === "createEntity" ? { entities: wires } : { ...wires[0] };
}

function argsOf(op: BrowserOperation) {
  return Object.entries<BrowserArg>(operations[op].args);
}

import type { JSONValue } from "convex/values";
import { convexToJson, jsonToConvex } from "convex/values";
import { encodeKey } from "../codec/keys";
import { fieldAt } from "../store/state";
import type { Doc } from "../store/types";
import { isJsonObject, textOf } from "./json";

/** A value inside a filter; undefined is a missing field. */
type Operand = JSONValue | undefined;

/** `{"$undefined": null}` is how the convex package sends undefined. */
export function operandOf(json: JSONValue): Operand {
  return isJsonObject(json) && "$undefined" in json ? undefined : json;
}

const COMPARE: Record<string, (left: string, right: string) => boolean> = {
  $eq: (left, right) => left === right,
  $neq: (left, right) => left !== right,
  $lt: (left, right) => left < right,
  $lte: (left, right) => left <= right,
  $gt: (left, right) => left > right,
  $gte: (left, right) => left >= right,
};

const FLOATS: Record<string, (left: number, right: number) => number> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $div: (left, right) => left / right,
  $mod: (left, right) => left % right,
};

const INTS: Record<string, (left: bigint, right: bigint) => bigint> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $div: (left, right) => left / right,
  $mod: (left, right) => left % right,
};

function calculate(op: string, left: Operand, right: Operand): JSONValue {
  const [a, b] = [jsonToConvex(left ?? null), jsonToConvex(right ?? null)];
  const [floats, ints] = [FLOATS[op], INTS[op]];
  if (floats && typeof a === "number" && typeof b === "number") return convexToJson(floats(a, b));
  if (ints && typeof a === "bigint" && typeof b === "bigint") return convexToJson(ints(a, b));
  throw new Error(`Filter operator ${op} needs two numbers of the same type.`);
}

function isTrue(value: Operand): boolean {
  if (typeof value !== "boolean") throw new Error("Filters must evaluate to a boolean.");
  return value;
}

function evaluate(expression: JSONValue, doc: Doc): Operand {
  const [op, argument] = isJsonObject(expression) ? (Object.entries(expression)[0] ?? []) : [];
  if (op === undefined || argument === undefined) throw new Error("Invalid filter expression.");
  if (op === "$field") return fieldAt(doc, textOf(argument).split("."));
  if (op === "$literal") return operandOf(argument);
  if (op === "$not") return !isTrue(evaluate(argument, doc));
  if (op === "$neg") return calculate("$mul", evaluate(argument, doc), -1);
  if (!Array.isArray(argument)) throw new Error(`Unknown filter operator ${op}.`);
  if (op === "$and") return argument.every((part) => isTrue(evaluate(part, doc)));
  if (op === "$or") return argument.some((part) => isTrue(evaluate(part, doc)));
  const [left, right] = argument.map((part) => evaluate(part, doc));
  const compare = COMPARE[op];
  return compare ? compare(encodeKey(left), encodeKey(right)) : calculate(op, left, right);
}

/** Whether a document passes a filter of `.filter(q => …)`. */
export function passes(filter: JSONValue, doc: Doc): boolean {
  return isTrue(evaluate(filter, doc));
}

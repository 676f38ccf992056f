import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { encodeKey } from "../codec/keys";
import { fieldAt, type Doc } from "../store/state";
import { isJsonObject, textOf } from "./validators";

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

export function isTrue(value: Operand): boolean {
  if (typeof value !== "boolean") throw new Error("Filters must evaluate to a boolean.");
  return value;
}

const FLOATS: Record<string, (left: number, right: number) => number> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $div: (left, right) => left / right,
  $mod: (left, right) => left % right,
  $neg: (_, right) => -right,
};

const INTEGERS: Record<string, (left: bigint, right: bigint) => bigint> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $div: (left, right) => left / right,
  $mod: (left, right) => left % right,
  $neg: (_, right) => -right,
};

/** Compares two floats or two integers; an integer over 64 bits is refused. */
function arithmetic(op: string, operands: readonly Operand[]): Operand {
  const [floats, integers] = [FLOATS[op], INTEGERS[op]];
  if (!floats || !integers) throw new Error(`Unknown filter operator ${op}.`);
  const [left, right] = operands.map((json) => (json === undefined ? json : jsonToConvex(json)));
  if (typeof left === "number" && typeof right === "number")
    return convexToJson(floats(left, right));
  if (typeof left === "bigint" && typeof right === "bigint")
    return convexToJson(integers(left, right));
  throw new Error(
    `Filter operator ${op} takes two numbers of one type: got ${kindOf(left)} and ${kindOf(right)}.`,
  );
}

function kindOf(value: Value | undefined): string {
  return typeof value === "bigint" ? "int64" : typeof value === "number" ? "float64" : typeof value;
}

/** The value of an expression of `.filter(q => …)` for a document. */
export function evaluate(expression: JSONValue, doc: Doc): Operand {
  const [op, argument] = isJsonObject(expression) ? (Object.entries(expression)[0] ?? []) : [];
  if (op === undefined || argument === undefined) throw new Error("Invalid filter expression.");
  if (op === "$field") return fieldAt(doc, textOf(argument));
  if (op === "$literal") return operandOf(argument);
  if (op === "$not") return !isTrue(evaluate(argument, doc));
  if (op === "$neg") {
    const value = evaluate(argument, doc);
    return arithmetic(op, [value, value]);
  }
  if (!Array.isArray(argument)) throw new Error(`Unknown filter operator ${op}.`);
  if (op === "$and") return argument.every((part) => isTrue(evaluate(part, doc)));
  if (op === "$or") return argument.some((part) => isTrue(evaluate(part, doc)));
  const operands = argument.map((part) => evaluate(part, doc));
  const compare = COMPARE[op];
  if (!compare) return arithmetic(op, operands);
  const [left, right] = operands.map(encodeKey);
  return compare(left ?? "", right ?? "");
}

import { convexToJson, type Value } from "convex/values";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../../packages/convex-local/src/runtime/filters";

const DOC = { _id: "x", _creationTime: 1, float: 7, int: convexToJson(7n), text: "a" };
const field = (name: string) => ({ $field: name });
const literal = (value: Value) => ({ $literal: convexToJson(value) });
const MAX = 2n ** 63n - 1n;

describe("arithmetic in a filter", () => {
  it.each<[string, "float" | "int", Value, Value]>([
    ["$add", "float", 0.5, 7.5],
    ["$sub", "float", 10, -3],
    ["$mul", "float", -2, -14],
    ["$div", "float", 2, 3.5],
    ["$div", "float", 0, Infinity],
    ["$mod", "float", 4, 3],
    ["$mod", "float", -4, 3],
    ["$add", "int", 1n, 8n],
    ["$sub", "int", 10n, -3n],
    ["$mul", "int", -2n, -14n],
    ["$div", "int", 2n, 3n],
    ["$mod", "int", 4n, 3n],
  ])("%s of a %s with %s is %s", (op, name, right, result) => {
    const value = evaluate({ [op]: [field(name), literal(right)] }, DOC);
    expect(value).toEqual(convexToJson(result));
    const compared = { $eq: [{ [op]: [field(name), literal(right)] }, literal(result)] };
    expect(evaluate(compared, DOC)).toBe(true);
  });

  it("negates numbers, also zero", () => {
    expect(evaluate({ $neg: field("float") }, DOC)).toBe(-7);
    expect(evaluate({ $neg: field("int") }, DOC)).toEqual(convexToJson(-7n));
    expect(evaluate({ $neg: literal(0) }, DOC)).toEqual(convexToJson(-0));
  });

  it("works on nested expressions", () => {
    const sum = { $add: [{ $mul: [field("float"), literal(2)] }, { $neg: literal(4) }] };
    expect(evaluate({ $gt: [sum, literal(9)] }, DOC)).toBe(true);
    expect(evaluate({ $gt: [sum, literal(10)] }, DOC)).toBe(false);
  });

  it.each([
    ["of two types", { $add: [field("float"), field("int")] }, "got float64 and int64"],
    ["of a string", { $add: [field("text"), literal(1)] }, "got string and float64"],
    ["of a missing field", { $neg: field("none") }, "got undefined and undefined"],
    ["beyond 64 bits", { $add: [field("int"), literal(MAX)] }, "does not fit"],
    ["of an integer by zero", { $div: [field("int"), literal(0n)] }, "Division by zero"],
    [
      "with an unknown operator",
      { $pow: [field("int"), literal(0n)] },
      "Unknown filter operator $pow.",
    ],
  ])("%s is refused", (_, expression, message) => {
    expect(() => evaluate(expression, DOC)).toThrow(message);
  });
});

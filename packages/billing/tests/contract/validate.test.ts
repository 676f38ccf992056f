import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/contract/validate";
import { operations } from "../../src/contract/operations";

const shape = v.object({
  name: v.string(),
  size: v.optional(v.number()),
  kind: v.optional(v.union(v.literal("a"), v.literal("b"), v.null())),
  list: v.optional(v.array(v.object({ id: v.string() }))),
  isNew: v.optional(v.boolean()),
  trial: v.optional(v.union(v.null(), v.object({ days: v.number() }))),
  own: v.optional(v.record(v.string(), v.union(v.string(), v.number()))),
});

/** As parsed from the network: own fields with any name. */
const parsed = (text: string): unknown => JSON.parse(text);

describe("validate", () => {
  it.each([
    { name: "x" },
    { name: "", size: 0, kind: null, list: [], isNew: false, trial: null, own: {} },
    { name: "x", kind: "b", list: [{ id: "1" }, { id: "2" }], own: { "a b": "c", d: 1.5 } },
  ])("accepts %j", (value) => {
    expect(validate(shape, value)).toEqual({ ok: true });
  });

  it.each([
    [{}, "name", "is required"],
    [{ name: null }, "name", "must be a string"],
    [{ name: "x", size: "1" }, "size", "must be a number"],
    [{ name: "x", size: NaN }, "size", "must be a number"],
    [{ name: "x", kind: "c" }, "kind", 'must be "a" or "b" or null'],
    [{ name: "x", isNew: 1 }, "isNew", "must be true or false"],
    [{ name: "x", trial: { days: "3" } }, "trial.days", "must be a number"],
    [{ name: "x", list: {} }, "list", "must be a list"],
    [{ name: "x", list: [{ id: "1" }, { id: 2 }] }, "list[1].id", "must be a string"],
    [{ name: "x", own: [] }, "own", "must be an object"],
    [{ name: "x", own: { a: {} } }, "own.a", "must be a string or a number"],
    [{ name: "x", nmae: "y" }, "nmae", "is not a field here"],
    ["x", "body", "must be an object"],
    [null, "body", "must be an object"],
    [[], "body", "must be an object"],
  ])("says where %j differs", (value, path, reason) => {
    expect(validate(shape, value)).toEqual({ ok: false, path, reason });
  });

  it.each(["__proto__", "constructor", "toString"])(
    "counts a field called %s as unknown",
    (name) => {
      const value = parsed(`{"name":"x","${name}":"y"}`);
      expect(validate(shape, value)).toMatchObject({ ok: false, path: name });
    },
  );

  it("does not accept an inherited property as a required field", () => {
    expect(validate(v.object({ toString: v.any() }), {})).toMatchObject({ reason: "is required" });
  });

  it.each(["$a", "_a", "é", "a\nb", "", "x".repeat(65)])(
    "refuses the key %j, which the database cannot store",
    (key) => {
      expect(validate(shape, { name: "x", own: { [key]: "y" } })).toEqual({
        ...{ ok: false, path: "own", reason: "has a key that can't be kept" },
      });
    },
  );

  it("accepts a hundred keys of the caller's own, and not one more", () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(validate(shape, { name: "x", own: keys(100) }).ok).toBe(true);
    expect(validate(shape, { name: "x", own: keys(101) })).toEqual({
      ...{ ok: false, path: "own", reason: "must have at most 100 keys" },
    });
  });

  it("accepts a hundred items, and not one more", () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ id: "x" }));
    expect(validate(shape, { name: "x", list: items(100) }).ok).toBe(true);
    expect(validate(shape, { name: "x", list: items(101) })).toEqual({
      ...{ ok: false, path: "list", reason: "must have at most 100 items" },
    });
  });

  it("refuses half of a surrogate pair, which no database can store", () => {
    expect(validate(shape, { name: "\ud83d" })).toMatchObject({ path: "name" });
    expect(validate(shape, { name: "\ud83d\ude42" }).ok).toBe(true);
  });

  it("supports every validator that the contract uses", () => {
    for (const { params, result } of Object.values(operations)) {
      expect(validate(params, undefined).ok).toBe(false);
      expect(validate(result, undefined).ok).toBe(false);
    }
  });
});

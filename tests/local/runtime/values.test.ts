import { getConvexSize, jsonToConvex, type JSONValue } from "convex/values";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "../../../packages/convex-local/src/codec/json";
import { LIMITS } from "../../../packages/convex-local/src/runtime/limits";
import { measure } from "../../../packages/convex-local/src/runtime/values";
import { casesOf } from "../../cases";
import { openProject, type Project } from "./fixture";

const name = fc.string({ maxLength: 5 }).filter((text) => !text.startsWith("$"));
const special = fc.constantFrom<JSONValue>(
  ...[{ $integer: "AQAAAAAAAAA=" }, { $float: "AAAAAAAA+H8=" }, { $bytes: "" }],
  ...[{ $bytes: "AAE=" }, { $bytes: "AAEC" }],
);
const values = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<JSONValue>(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "grapheme" }),
    special,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/**
 * By the definition: a primitive has 0, a list or object one more than the deepest
 * of its parts.
 */
function nestingOf(value: JSONValue): number {
  if (typeof value !== "object" || value === null) return 0;
  if (!Array.isArray(value) && Object.keys(value)[0]?.startsWith("$")) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(nestingOf));
}

const levelsOf = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as JSONValue;

describe("a value", () => {
  it("is no number that JSON has and a float has not", () => {
    expect(() => measure(JSON.parse('{"n":1e999}') as JSONValue)).toThrow("Number is too large");
  });

  it("has the size that the convex package counts, and its depth", () => {
    fc.assert(
      fc.property(values, (value) => {
        const bytes = getConvexSize(jsonToConvex(value));
        expect(measure(value)).toEqual({ bytes, nesting: nestingOf(value), isPending: false });
      }),
      { numRuns: casesOf(300) },
    );
  });

  it("of bytes is measured at any length, and refused when it is not base64", () => {
    const long = 16 * 1024 * 1024;
    expect(measure({ $bytes: "A".repeat(long) }).bytes).toBe(2 + (long / 4) * 3);
    expect(measure({ $bytes: `${"A".repeat(long - 2)}==` }).bytes).toBe((long / 4) * 3);
    for (const text of [
      "A",
      "AA",
      "AAA",
      "A===",
      "AA=A",
      "=AAA",
      "AAA-",
      "A A=",
      "AAAA====",
      "AA==AAAA",
    ])
      expect(() => measure({ $bytes: text }), text).toThrow("Malformed $bytes field");
    for (const text of ["", "AAAA", "AAA=", "AA==", "+/+/"]) measure({ $bytes: text });
    expect(() => measure({ $bytes: "A".repeat(long - 1) })).toThrow("Malformed $bytes field");
  });

  it("is parsed as JSON, unless it is too deep or too large", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 0, max: 8 }), (text, depth) => {
        const parsed = JSON.parse(text) as JSONValue;
        const isDeep = deepest(parsed) > depth;
        if (isDeep) expect(() => parseJson(text, depth)).toThrow(SyntaxError);
        else expect(parseJson(text, depth)).toEqual(parsed);
      }),
      { numRuns: casesOf(300) },
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(20), (text, most) => {
        const parsed = JSON.parse(text) as JSONValue;
        if (count(parsed) > most) expect(() => parseJson(text, 9, most)).toThrow(SyntaxError);
        else expect(parseJson(text, 9, most)).toEqual(parsed);
      }),
      { numRuns: casesOf(300) },
    );
    for (const text of ['"[[[["', '"\\"[[["', '"\\\\"', '{"[[":"{{"}'])
      expect(parseJson(text, 1)).toEqual(JSON.parse(text));
    for (const text of ["", "[", '"', '"\\', "]", "nul", "[[]"])
      expect(() => parseJson(text, 9)).toThrow(SyntaxError);
  });
});

/** Lists, objects, and what follows the first of each. */
function count(value: JSONValue): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce<number>((sum, part) => sum + count(part), Math.max(1, parts.length));
}

function deepest(value: JSONValue): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(deepest));
}

describe("the writes and answers of functions", () => {
  let project: Project;
  beforeAll(async () => {
    project = await openProject({
      "m.ts": `
import { mutation, query } from "./_generated/server";
export const insert = mutation({ handler: (ctx, { value }) => ctx.db.insert("notes", { value }) });
const stored = (ctx) => ctx.db.insert("notes", { value: 1 });
export const patch = mutation({ handler: async (ctx, { value }) => ctx.db.patch(await stored(ctx), { value }) });
export const replace = mutation({ handler: async (ctx, { value }) => ctx.db.replace(await stored(ctx), { value }) });
export const drop = mutation({ handler: async (ctx) => {
  const id = await stored(ctx);
  await ctx.db.patch(id, { value: undefined });
  return Object.keys(await ctx.db.get(id)).length;
} });
const broken = { half: "\\ud83d", long: Array(8193).fill(0), deep: null };
for (let i = 0; i < 65; i += 1) broken.deep = [broken.deep];
export const answer = query({ handler: (_, { kind }) => broken[kind] });
export const write = mutation({ handler: (ctx, { kind }) => ctx.db.insert("notes", { value: broken[kind] }) });`,
    });
    await project.runtime.deploy();
  });
  afterAll(() => project.close());

  it.each(["insert", "patch", "replace"])("are held to a document's depth (%s)", async (method) => {
    await project.call(`m:${method}`, { value: levelsOf(15) });
    const before = project.database.head.ts;
    expect(await project.fail(`m:${method}`, { value: levelsOf(16) })).toContain(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
    expect(project.database.head.ts).toBe(before);
  });

  it.each([
    ["half", "String is not valid Unicode"],
    ["long", `Array length is too long (8193 > maximum length ${LIMITS.arrayLength})`],
    ["deep", "Value is too nested (nested 65 levels deep > maximum nesting 64)"],
  ])("are held to the limits of values: %s", async (kind, message) => {
    expect(await project.fail("m:answer", { kind })).toContain(
      `Function m.js:answer return value invalid: ${message}`,
    );
    expect(await project.fail("m:write", { kind })).toContain(
      `Invalid argument \`value\` for \`db.insert\`: ${message}`,
    );
  });

  it("may remove fields", async () => {
    expect(await project.call("m:drop")).toBe(2);
  });
});

import type { JSONValue, ValidatorJSON } from "convex/values";
import { describe, expect, it } from "vitest";
import { Usage } from "../../../packages/convex-local/src/runtime/limits";
import {
  findMismatch,
  isJsonObject,
  textOf,
} from "../../../packages/convex-local/src/runtime/validators";

const tables: Record<string, string> = { id1: "notes", id2: "people" };
const mismatch = (validator: ValidatorJSON, value: JSONValue) =>
  findMismatch(validator, value, (id) => tables[id] ?? null);

const INT64 = { $integer: "AQAAAAAAAAA=" };
const NAN = { $float: "AAAAAAAA+H8=" };
const BYTES = { $bytes: "AQ==" };
const VALUES: Record<string, JSONValue> = {
  null: null,
  number: 1.5,
  "special number": NAN,
  bigint: INT64,
  bytes: BYTES,
  boolean: false,
  text: "x",
  "id of notes": "id1",
  "id of people": "id2",
  array: [],
  object: {},
  "object with a name like a number": { $integer: 1 },
};

const field = (fieldType: ValidatorJSON, optional = false) => ({
  fieldType,
  optional,
});
const SIMPLE: [validator: ValidatorJSON, matching: string[]][] = [
  [{ type: "any" }, Object.keys(VALUES)],
  [{ type: "null" }, ["null"]],
  [{ type: "number" }, ["number", "special number"]],
  [{ type: "bigint" }, ["bigint"]],
  [{ type: "bytes" }, ["bytes"]],
  [{ type: "boolean" }, ["boolean"]],
  [{ type: "string" }, ["text", "id of notes", "id of people"]],
  [{ type: "id", tableName: "notes" }, ["id of notes"]],
  [{ type: "literal", value: "x" }, ["text"]],
  [{ type: "literal", value: 1.5 }, ["number"]],
  [{ type: "literal", value: false }, ["boolean"]],
  [{ type: "literal", value: INT64 }, ["bigint"]],
  [{ type: "array", value: { type: "null" } }, ["array"]],
  [{ type: "object", value: {} }, ["object"]],
  [{ type: "object", value: { toString: field({ type: "string" }, true) } }, ["object"]],
  [{ type: "object", value: { constructor: field({ type: "any" }) } }, []],
  [{ type: "union", value: [] }, []],
  [{ type: "union", value: [{ type: "null" }] }, ["null"]],
  [{ type: "union", value: [{ type: "null" }, { type: "bytes" }] }, ["null", "bytes"]],
  [
    {
      type: "record",
      keys: { type: "string" },
      values: { fieldType: { type: "number" }, optional: false },
    },
    ["object", "object with a name like a number"],
  ],
];

describe("a validator", () => {
  const cases = SIMPLE.flatMap(([validator, matching]) =>
    Object.keys(VALUES).map((name) => [validator, name, matching.includes(name)] as const),
  );
  it.each(cases)("%j against %s: %j", (validator, name, expected) => {
    expect(mismatch(validator, VALUES[name] ?? null) === null).toBe(expected);
  });
});

const OBJECT: ValidatorJSON = {
  type: "object",
  value: {
    name: field({ type: "string" }),
    rank: field({ type: "number" }, true),
    tags: field({ type: "array", value: { type: "literal", value: 2 } }, true),
  },
};
const SHOWN =
  "v.object({name: v.string(), rank: v.optional(v.float64()), tags: v.optional(v.array(v.literal(2.0)))})";
const ONE_OF: ValidatorJSON = {
  type: "union",
  value: [{ type: "bigint" }, { type: "boolean" }],
};
const RECORD: ValidatorJSON = {
  type: "record",
  keys: { type: "id", tableName: "notes" },
  values: { fieldType: { type: "bytes" }, optional: false },
};

describe("a mismatch", () => {
  it.each<[ValidatorJSON, JSONValue, string | null]>([
    [OBJECT, { name: "x" }, null],
    [OBJECT, { name: "x", rank: 1, tags: [2, 2] }, null],
    [
      OBJECT,
      { rank: 1 },
      "Object is missing the required field `name`. Consider wrapping the field validator in " +
        `\`v.optional(...)\` if this is expected.\n\nObject: {rank: 1.0}\nValidator: ${SHOWN}`,
    ],
    [
      OBJECT,
      { name: "x", b: 1, a: null },
      "Object contains extra field `b` that is not in the validator.\n\n" +
        `Object: {a: null, b: 1.0, name: "x"}\nValidator: ${SHOWN}`,
    ],
    [
      OBJECT,
      { name: 1, extra: 1 },
      "Value does not match validator.\nPath: .name\nValue: 1.0\nValidator: v.string()",
    ],
    [
      OBJECT,
      { name: "x", rank: null },
      "Value does not match validator.\nPath: .rank\nValue: null\nValidator: v.float64()",
    ],
    [
      OBJECT,
      { name: "x", tags: [2, 1.5] },
      "Value does not match validator.\nPath: .tags[1]\nValue: 1.5\nValidator: v.literal(2.0)",
    ],
    [
      OBJECT,
      [{ a: [true] }],
      `Value does not match validator.\nValue: [{a: [true]}]\nValidator: ${SHOWN}`,
    ],
    [
      { type: "array", value: OBJECT },
      [{ name: "x" }, {}],
      "Object is missing the required field `name`. Consider wrapping the field validator in " +
        `\`v.optional(...)\` if this is expected.\nPath: [1]\n\nObject: {}\nValidator: ${SHOWN}`,
    ],
    [
      ONE_OF,
      "x",
      'Value does not match validator.\nValue: "x"\nValidator: v.union(v.int64(), v.boolean())',
    ],
    [
      { type: "union", value: [OBJECT] },
      { name: 1 },
      "Value does not match validator.\nPath: .name\nValue: 1.0\nValidator: v.string()",
    ],
    [RECORD, { id1: BYTES }, null],
    [
      RECORD,
      { id1: 1 },
      "Value does not match validator.\nPath: .values()\nValue: 1.0\nValidator: v.bytes()",
    ],
    [
      RECORD,
      { id2: BYTES },
      'Found ID "id2" from table `people`, which does not match the table name in validator `v.id("notes")`.\nPath: .keys()',
    ],
    [
      RECORD,
      [],
      'Value does not match validator.\nValue: []\nValidator: v.record(v.id("notes"), v.bytes())',
    ],
    [
      { type: "id", tableName: "notes" },
      "id2",
      'Found ID "id2" from table `people`, which does not match the table name in validator `v.id("notes")`.',
    ],
    [
      { type: "literal", value: "on" },
      "off",
      'Value does not match validator.\nValue: "off"\nValidator: v.literal("on")',
    ],
    [
      { type: "null" },
      INT64,
      'Value does not match validator.\nValue: {"$integer":"AQAAAAAAAAA="}\nValidator: v.null()',
    ],
    [{ type: "any" }, null, null],
  ])("of %j with %j is reported in Convex's words", (validator, value, text) => {
    expect(mismatch(validator, value)).toBe(text);
  });

  it("is not found in names that every object inherits", () => {
    expect(mismatch({ type: "object", value: {} }, { constructor: 1 })).toContain(
      "extra field `constructor`",
    );
  });
});

describe("incoming values", () => {
  it.each([
    [{}, true],
    [{ $integer: 1 }, true],
    [INT64, false],
    [NAN, false],
    [BYTES, false],
    [[], false],
    [null, false],
    ["x", false],
    [undefined, false],
  ])("%j is an object: %j", (value, expected) => {
    expect(isJsonObject(value)).toBe(expected);
  });

  it("refuses other types where a string is required", () => {
    expect(textOf("")).toBe("");
    expect(() => textOf(1)).toThrow("Expected a string, got number");
    expect(() => textOf(undefined)).toThrow("Expected a string, got undefined");
  });
});

const MIB = 1024 * 1024;

describe("the limits of a transaction", () => {
  it.each([
    ["documentsRead", 32_000, "documents read"],
    ["bytesRead", 16 * MIB, "bytes read"],
    ["databaseQueries", 4_096, "reads"],
    ["documentsWritten", 16_000, "documents written"],
    ["bytesWritten", 16 * MIB, "bytes written"],
    ["functionsScheduled", 1_000, "functions scheduled"],
  ] as const)("have %s at %i", (name, limit, what) => {
    const usage = new Usage();
    usage.add(name, limit - 1);
    usage.add(name, 1);
    expect(() => usage.add(name, 1)).toThrow(
      `Too many ${what} in a single function execution (limit: ${limit}). Consider using smaller`,
    );
  });

  it("count documents and bytes, and each range once", () => {
    const usage = new Usage();
    usage.countRead(10);
    usage.countRead(5);
    usage.countWrite(MIB);
    usage.countRanges(2);
    usage.countRanges(2);
    usage.countRanges(3);
    expect(usage).toMatchObject({
      ...{ documentsRead: 2, bytesRead: 15, databaseQueries: 3 },
      ...{ documentsWritten: 1, bytesWritten: MIB, functionsScheduled: 0 },
    });
    expect(() => usage.countWrite(MIB + 1)).toThrow(
      "Value is too large (1.00 MiB > maximum size 1 MiB)",
    );
    expect(usage.documentsWritten).toBe(1);
  });
});

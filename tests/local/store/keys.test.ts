import type { Value } from "convex/values";
import { compareValues, convexToJson } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeKey, keyAfter, keyBounds } from "../../../packages/convex-local/src/codec/keys";

const fieldName = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,4}$/);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("\0", "\x01", "a", "\u007f", "\u0080", "é", "\uffff", "😀") }),
);
const bytes = fc
  .array(fc.constantFrom(0, 1, 127, 128, 254, 255), { maxLength: 4 })
  .map((list) => Uint8Array.from(list).buffer);
const float = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, Infinity, -Infinity, Number.NaN, 2 ** 53, 1e-320),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    float,
    text,
    bytes,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fieldName, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const keyOf = (one: Value | undefined) =>
  encodeKey(one === undefined ? undefined : convexToJson(one));
const sign = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe("encodeKey", () => {
  it("orders keys as Convex orders values", () => {
    const optional = fc.option(value, { nil: undefined });
    fc.assert(
      fc.property(optional, optional, (a, b) => {
        expect(sign(keyOf(a), keyOf(b))).toBe(Math.sign(compareValues(a, b)));
      }),
      { numRuns: 3000 },
    );
  });

  it("orders compound keys field by field, because no key is a prefix of another", () => {
    const tuple = fc.tuple(value, value);
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        expect(sign(a.map(keyOf).join(""), b.map(keyOf).join(""))).toBe(
          Math.sign(compareValues(a, b)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("writes bytes only, so that every key can be stored unchanged", () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(keyOf(one)).toMatch(/^[\0-\xff]*$/);
      }),
    );
  });

  it.each([
    ["a lone surrogate and what follows it", "\ud800", "\ue000"],
    ["an astral character and a private one", "\uffff", "😀"],
    ["minus zero and zero", -0, 0],
    ["the last integer and the first float", 2n ** 63n - 1n, -Infinity],
    ["an empty array and one of null", [], [null]],
    ["a missing field and null", undefined, null],
  ])("puts %s in this order", (_, smaller, greater) => {
    expect(keyOf(smaller) < keyOf(greater)).toBe(true);
  });
});

describe("keyBounds", () => {
  it("contains exactly the values within the bounds", () => {
    const bound = fc.record({ value, inclusive: fc.boolean() });
    fc.assert(
      fc.property(value, value, bound, bound, (first, second, lower, upper) => {
        const toBound = (one: { value: Value; inclusive: boolean }) => ({
          ...one,
          value: convexToJson(one.value),
        });
        const { lo, hi } = keyBounds([convexToJson(first)], toBound(lower), toBound(upper));
        const key = keyOf(first) + keyOf(second) + keyOf(7);
        const isAbove = compareValues(second, lower.value) >= (lower.inclusive ? 0 : 1);
        const isBelow = compareValues(second, upper.value) <= (upper.inclusive ? 0 : -1);
        expect(lo <= key && key < hi).toBe(isAbove && isBelow);
      }),
      { numRuns: 2000 },
    );
  });

  it("excludes other prefixes when only equal fields are given", () => {
    const { lo, hi } = keyBounds(["a"]);
    const within = (...values: Value[]) => {
      const key = values.map(keyOf).join("");
      return lo <= key && key < hi;
    };
    expect([within("a", {}), within("a\0", 1), within("ab", 1), within("A", 1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("keyAfter", () => {
  it("is greater than its key, with no key between them", () => {
    expect(keyAfter("ab") > "ab").toBe(true);
    expect(keyAfter("ab") <= "ab\0").toBe(true);
  });
});

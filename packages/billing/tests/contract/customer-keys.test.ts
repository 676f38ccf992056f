import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customerKey, customerKeyRange } from "../../src/contract/customerKeys";

/** Ids and keys that resemble one another. */
const text = fc.string({ unit: fc.constantFrom("a", "b", ":", ";", "%", "3", "A") });
const pair = fc.tuple(text, text);

describe("customerKey", () => {
  it("differs where joining with a colon would not", () => {
    expect(customerKey("a", "b:x")).not.toBe(customerKey("a:b", "x"));
    expect(customerKey("a%3Ab", "x")).not.toBe(customerKey("a:b", "x"));
  });

  it("is id, colon and key for an id without a colon, as keys were stored before", () => {
    expect(customerKey("user_ana", "attach:1")).toBe("user_ana:attach:1");
  });

  it("is unique for each pair of customer and key", () => {
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const isSame = one[0] === other[0] && one[1] === other[1];
        expect(customerKey(...one) === customerKey(...other)).toBe(isSame);
      }),
    );
  });
});

describe("customerKeyRange", () => {
  it("holds all keys of the customer and no others", () => {
    fc.assert(
      fc.property(pair, text, ([id, key], whose) => {
        const { from, before } = customerKeyRange(whose);
        const stored = customerKey(id, key);
        expect(stored >= from && stored < before).toBe(id === whose);
      }),
    );
  });
});

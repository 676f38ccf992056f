import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FIRST_TABLE_NUMBER,
  mintId,
  tableNumberOf,
} from "../../../packages/convex-local/src/codec/ids";
import { decodeU64, encodeU64 } from "../../../packages/convex-local/src/server/protocol";

describe("mintId", () => {
  it("makes ids of 32 characters that carry their table's number", () => {
    const tableNumber = fc.integer({ min: FIRST_TABLE_NUMBER, max: 16_383 });
    const random = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(tableNumber, random, (number, bytes) => {
        const id = mintId(number, bytes);
        expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
        expect(tableNumberOf(id)).toBe(number);
      }),
    );
  });

  it("never repeats itself", () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintId(10_001))).size).toBe(1000);
  });
});

describe("tableNumberOf", () => {
  const id = mintId(10_001, new Uint8Array(16).fill(7));

  it("refuses an id with any one character changed, because the checksum covers all", () => {
    for (let at = 0; at < id.length; at++) {
      const other = id[at] === "z" ? "y" : "z";
      expect(tableNumberOf(id.slice(0, at) + other + id.slice(at + 1))).toBeNull();
    }
  });

  it.each(["", "messages", id.slice(1), `${id}0`, id.toUpperCase(), `${id.slice(0, 31)}u`])(
    "refuses %j",
    (text) => {
      expect(tableNumberOf(text)).toBeNull();
    },
  );
});

describe("encodeU64", () => {
  it("writes 8 little-endian bytes in base64, as the protocol's samples show", () => {
    expect(encodeU64(0n)).toBe("AAAAAAAAAAA=");
    expect(encodeU64(1n)).toBe("AQAAAAAAAAA=");
    expect(encodeU64(2n ** 64n - 1n)).toBe("//////////8=");
  });

  it("decodes to the same value", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        expect(decodeU64(encodeU64(value))).toBe(value);
      }),
    );
  });

  it("refuses a string of another length", () => {
    expect(decodeU64("AAAA")).toBeNull();
  });
});

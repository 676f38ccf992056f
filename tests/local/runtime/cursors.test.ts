import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CursorSeal, type Position } from "../../../packages/convex-local/src/runtime/cursors";
import { casesOf } from "../../cases";

const SECRET = Buffer.alloc(32, 7);
const cursors = new CursorSeal(SECRET).of("query");
const REFUSED = {
  message: expect.stringMatching(/^InvalidCursor: /) as unknown,
  data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
};
const FOREIGN = { ...REFUSED, message: expect.stringContaining("a different query") as unknown };

/** The error of opening; null when it opens. */
function refusal(cursor: unknown, from = cursors): unknown {
  try {
    from.open(cursor);
    return null;
  } catch (error) {
    return error;
  }
}

/** Keys are strings of bytes, with all lengths of padding. */
const keys = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x80, 0xff)), {
    maxLength: 200,
  })
  .map((bytes) => String.fromCharCode(...bytes));
const positions = fc.oneof(
  fc.constant<Position>("end"),
  keys.map((key): Position => ({ key })),
);

describe("a cursor", () => {
  it("opens to the sealed position, for every key", () => {
    fc.assert(
      fc.property(positions, (position) => {
        expect(cursors.open(cursors.seal(position))).toEqual(position);
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("is the same for the same position, also in another process, and differs for others", () => {
    fc.assert(
      fc.property(positions, positions, (one, other) => {
        const again = new CursorSeal(SECRET).of("query").seal(one);
        expect(cursors.seal(one)).toBe(again);
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(cursors.seal(other) === again).toBe(isSame);
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("is refused when any of its characters is changed, missing or added", () => {
    const cursor = cursors.seal({ key: "\x10secret\x00" });
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === "A" ? "B" : "A";
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
      for (const wrong of [changed, cursor.slice(0, at), cursor.slice(at + 1)])
        expect(refusal(wrong), wrong).toMatchObject(REFUSED);
    }
    for (const more of ["A", "AAAA", "=", "!", " ", "\n"])
      for (const wrong of [cursor + more, more + cursor])
        expect(refusal(wrong), wrong).toMatchObject(REFUSED);
  });

  it.each(["", "e", "k", "nonsense", "ZQ", "a2s", "\0", "𝕏", "A".repeat(1000), "{}", "null"])(
    "is not %j",
    (text) => expect(refusal(text)).toMatchObject(REFUSED),
  );

  it.each([0, 1, true, [], {}, ["x"], { $bytes: "" }])("is not %j, which is no string", (value) =>
    expect(refusal(value)).toMatchObject(REFUSED),
  );

  it("is not random text", () => {
    for (let length = 0; length < 300; length += 1)
      expect(refusal(randomBytes(length).toString("base64url"))).toMatchObject(REFUSED);
  });

  it("of another query or another folder does not open", () => {
    const seal = new CursorSeal(SECRET);
    for (const position of ["end", { key: "k" }] as const) {
      for (const query of ["", "quer", "query ", "other"])
        expect(refusal(seal.of(query).seal(position)), query).toMatchObject(FOREIGN);
      const elsewhere = new CursorSeal(Buffer.alloc(32, 8)).of("query");
      expect(refusal(elsewhere.seal(position))).toMatchObject(REFUSED);
    }
  });

  it("reveals neither the key nor its exact length", () => {
    const key = "\x10a secret title\x00";
    const bytes = Buffer.from(cursors.seal({ key }), "base64url");
    expect(bytes.includes("secret")).toBe(false);
    const lengths = ["", "\x10a", key].map((each) => cursors.seal({ key: each }).length);
    expect(new Set([...lengths, cursors.seal("end").length]).size).toBe(1);
  });
});

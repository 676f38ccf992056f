import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MEMBER_TEXTS, isVisible, refusalOfText, visibleLine } from "../../convex/contract/texts";
import type { MemberText, MemberTextKind } from "../../convex/contract/texts";
import { casesOf } from "../cases";

const KINDS = Object.entries(MEMBER_TEXTS) as [MemberTextKind, MemberText][];
/** Zero-width spaces, joiners, fillers of Hangul, variation selectors, tags, blanks of all sorts. */
const BLANKS = [
  ...Array.from(
    "\u0020\u00a0\u00ad\u034f\u115f\u1160\u17b4\u180e\u2000\u2009\u200b\u200c\u200d\u202f\u205f",
  ),
  ...Array.from(
    "\u2060\u2063\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u{e0020}\u{e0101}\u{1d173}\ufffc\u{1d159}\u{13441}\u{13442}",
  ),
];
/**
 * Characters that no text may have: string terminators, escapes, overrides, isolates, lone
 * surrogates.
 */
const CONTROLS = [
  ...Array.from(
    "\0\u0007\b\u001b\u007f\u0085\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\ufff9",
  ),
  "\ud800",
  "\udc00",
];
/** Characters that a line may not have, but paragraphs may. */
const OF_PARAGRAPHS = [...Array.from("\t\n\r\u061c\u200e\u200f\u2028\u2029")];
const TEXTS = [
  ...[
    "Inês Duarte",
    "江口 寿史",
    "محمد",
    "שלום",
    "नमस्ते",
    "می‌خواهم",
    "👩‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "❤️",
    "…",
    "+",
    "①",
  ],
];

const unitsOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));

describe("a text of a member", () => {
  it.each(KINDS)("of kind %s has its length, on both sides of the limit", (kind, rule) => {
    expect(refusalOfText(kind, "a".repeat(rule.most))).toBeNull();
    expect(refusalOfText(kind, "a".repeat(rule.most + 1))).toBe("too_long");
    expect(refusalOfText(kind, "")).toBe(rule.isRequired ? "empty" : null);
  });

  it.each(KINDS)("of kind %s may be in any language, with emoji of several parts", (kind) => {
    for (const text of TEXTS) expect([text, refusalOfText(kind, text)]).toEqual([text, null]);
  });

  it("shows something if it is required, whatever blanks it has", () => {
    fc.assert(
      fc.property(unitsOf(BLANKS), fc.constantFrom(...TEXTS), (blanks, text) => {
        expect(isVisible(blanks)).toBe(false);
        expect(isVisible(`${blanks}${text}${blanks}`)).toBe(true);
        expect(visibleLine(blanks)).toBeNull();
        for (const [kind, { isRequired }] of KINDS)
          expect([kind, refusalOfText(kind, blanks)]).toEqual([kind, isRequired ? "empty" : null]);
      }),
      { numRuns: casesOf(400) },
    );
  });

  it("has no control character anywhere, and a line no break or mark of direction either", () => {
    const control = fc.constantFrom(...CONTROLS, ...OF_PARAGRAPHS);
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), control, fc.nat(20), (text, sign, at) => {
        const letters = Array.from(text);
        letters.splice(Math.min(at, letters.length), 0, sign);
        const spoiled = letters.join("");
        for (const [kind, { form }] of KINDS) {
          const isFine = form === "paragraphs" && OF_PARAGRAPHS.includes(sign);
          expect([kind, refusalOfText(kind, spoiled)]).toEqual([
            kind,
            isFine ? null : "control_characters",
          ]);
        }
        expect(visibleLine(spoiled)).toBe(text);
      }),
      { numRuns: casesOf(1_000) },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReservedUsername, usernameSkeletonOf } from "../../convex/contract/usernames";
import { casesOf } from "../cases";

/** Spellings that are hard to tell apart in a byline. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  ...{ i: ["i", "I", "l", "L", "1"], l: ["l", "L", "I", "1"], o: ["o", "O", "0"] },
  ...{ m: ["m", "M", "rn"], w: ["w", "W", "vv", "VV"] },
};
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");
const named = fc.array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 12 });
const spelled = named.chain((letters) =>
  fc.record({
    name: fc.constant(letters.join("")),
    lookalike: fc
      .tuple(
        ...letters.map((letter) =>
          fc.constantFrom(...(ALIKE[letter] ?? [letter, letter.toUpperCase()])),
        ),
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom(".", "_", "-")), { maxLength: 4 }),
      )
      .map((parts) => {
        const separators = parts.at(-1) as [number, string][];
        const text = parts.slice(0, -1) as string[];
        for (const [at, mark] of separators) text.splice(Math.min(at, text.length), 0, mark);
        return text.join("");
      }),
  }),
);

describe("the skeleton of a username", () => {
  it.each([
    ["pixelotis", "pixeIotis"],
    ["pixelotis", "pixe1.0tis"],
    ["modern", "rnodern"],
    ["window", "VVindovv"],
    ["ada.l", "adal_"],
  ])("is the same for %s and %s", (name, lookalike) => {
    expect(usernameSkeletonOf(lookalike)).toBe(usernameSkeletonOf(name));
  });

  it.each([
    ["ada", "adam"],
    ["vv", "v"],
    ["rn", "n"],
    ["anna", "ana"],
    ["dot", "bot"],
    ["clara", "dara"],
  ])("differs for %s and %s", (name, other) => {
    expect(usernameSkeletonOf(other)).not.toBe(usernameSkeletonOf(name));
  });

  it("is the same for every spelling that looks alike, and folding it again changes nothing", () => {
    fc.assert(
      fc.property(spelled, ({ name, lookalike }) => {
        const skeleton = usernameSkeletonOf(name);
        expect(usernameSkeletonOf(lookalike)).toBe(skeleton);
        expect(usernameSkeletonOf(skeleton.replaceAll("rn", "m"))).toBe(skeleton);
      }),
      { numRuns: casesOf(1_000) },
    );
  });
});

describe("a username that the site keeps for itself", () => {
  it.each([
    ...["admin", "Settings", "PRICING", "sign-in", "s.i.g.n_in", "5-ADMIN", "admin_", "_.admin"],
    ...[
      "ADM1N",
      "adrnin",
      "spotlight-team",
      "spotIight",
      "SpotlightArt",
      "the-spotlight",
      "sp0tlight",
    ],
    ...["mod-7", "official.art", "art_Staff", "...", "-_.", "---"],
  ])("may be %s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  it.each([
    "ada",
    "badminton",
    "modern",
    "nomad",
    "team.blue",
    "supporter",
    "systematic",
    "artful",
    "m",
  ])("is not %s", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });

  it("is reserved in every spelling that looks alike", () => {
    const words = fc.constantFrom(
      "admin",
      "moderator",
      "official",
      "spotlight",
      "support",
      "settings",
    );
    const spelling = (word: string) =>
      fc
        .tuple(...Array.from(word).map((letter) => fc.constantFrom(...(ALIKE[letter] ?? [letter]))))
        .map((letters) => letters.join(""));
    fc.assert(
      fc.property(words.chain(spelling), fc.constantFrom("", ".", "_", "--"), (name, mark) => {
        expect(isReservedUsername(`${mark}${name}${mark}`)).toBe(true);
      }),
      { numRuns: casesOf(400) },
    );
  });
});

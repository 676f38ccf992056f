import { describe, expect, it } from "vitest";
import { isId } from "../../packages/billing/src/contract/ids";
import { isStudioSlug, studioSlugOf } from "../../convex/contract/studios";
import { tagOf, WORK_LIMITS } from "../../convex/contract/works";

describe("isId", () => {
  it.each(["a", "seat:1", "A-b_c.9", "...", ".a", "x".repeat(128)])("accepts %j", (text) => {
    expect(isId(text)).toBe(true);
  });

  it.each(["", ".", "..", "a b", "a/b", "a?b", "é", "a\n", "x".repeat(129)])(
    "rejects %j",
    (text) => {
      expect(isId(text)).toBe(false);
    },
  );
});

describe("studio addresses", () => {
  it.each(["abc", "a-b", "a1b", "1-a", "news", `a${"-".repeat(28)}b`])("may be %j", (slug) => {
    expect(isStudioSlug(slug)).toBe(true);
  });

  it.each([
    "",
    "ab",
    "-ab",
    "ab-",
    "a_b",
    "Abc",
    "a b",
    "new",
    "spotlight",
    "admin-team",
    "äbc",
    `a${"b".repeat(30)}`,
  ])("may not be %j", (slug) => {
    expect(isStudioSlug(slug)).toBe(false);
  });

  it.each([
    ["Ink & Öl Room", "ink-ol-room"],
    ["  Night   Studio!  ", "night-studio"],
    ["---", ""],
    ["ЖЖЖ", ""],
    ["Éclair 24/7", "eclair-24-7"],
    // Truncated to 30 characters, which may end within a gap.
    [`${"a".repeat(29)} b`, "a".repeat(29)],
    [`${"a".repeat(30)}b`, "a".repeat(30)],
  ])("suggested for %j are %j", (name, slug) => {
    expect(studioSlugOf(name)).toBe(slug);
  });
});

describe("tags", () => {
  it.each([
    ["#Oil Paint", "oil-paint"],
    [" ink ", "ink"],
    ["INK", "ink"],
    ["3d", "3d"],
    ["Ölfarbe", "ölfarbe"],
    ["a  b\tc", "a-b-c"],
    ["a_b-c", "a_b-c"],
    ["x".repeat(30), "x".repeat(30)],
  ])("normalises %j to %j", (text, tag) => {
    expect(tagOf(text)).toBe(tag);
  });

  it.each(["", "#", "##ink", "in#k", "-ink", "_ink", "a.b", "🎨", "\u3164", "x".repeat(31)])(
    "makes none of %j",
    (text) => {
      expect(tagOf(text)).toBeNull();
    },
  );

  it("have a limit per work, as its pictures and steps do", () => {
    expect(WORK_LIMITS).toEqual({ tags: 15, pages: 9, steps: 20 });
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { titlesIn, titlesOfTests } from "../../../tests/texts";
import { INVARIANTS } from "./invariants";

const INVARIANT_COUNT = 36;
/** Not a test, but what a test checks after every step. */
const CHECKED_BY_NAME = "packages/billing/tests/engine/invariants.ts";

const checks = readFileSync(CHECKED_BY_NAME, "utf8");
const titles = titlesOfTests();
const names = new Set([...checks.matchAll(/"(INV-[^"]+)"[:,]/g)].map(([, name]) => name));

/** Whether a test has this title, or a check this name. */
const exists = (title: string) => titles.has(title) || names.has(title);

describe("the table of invariants", () => {
  it("has one row per invariant, in order", () => {
    const ids = Array.from({ length: INVARIANT_COUNT }, (_, index) => `INV-${index + 1}`);
    expect(Object.keys(INVARIANTS)).toEqual(ids);
  });

  it.each(Object.entries(INVARIANTS))("names existing tests for %s", (_id, { rule, by }) => {
    expect(rule).not.toBe("");
    expect(by.filter((title) => !exists(title))).toEqual([]);
  });

  it.each([
    ['it("is one", () => {});', true],
    ['it.each([1])("is one", () => {});', true],
    ['// "is one"', false],
    ['const by = ["is one"];', false],
    ['it.skip("is one", () => {});', false],
    ['it.todo("is one");', false],
  ])("finds a title in %s: %s", (text, found) => {
    expect(titlesIn(text).has("is one")).toBe(found);
  });

  it("includes every check that is made after every step", () => {
    const named = new Set(Object.values(INVARIANTS).flatMap(({ by }) => by));
    const checked = checks.matchAll(/"(INV-[^"]+)"/g);
    expect([...checked].map(([, name = ""]) => name).filter((name) => !named.has(name))).toEqual(
      [],
    );
  });
});

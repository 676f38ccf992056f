import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNextPath, withNextPath } from "../../src/shared/next-path";
import { casesOf } from "../cases";

/** Characters with a special meaning in URLs for browsers, and encoded spellings of them. */
const PIECES = [
  ...["/", "//", "\\", ".", "..", "%2e", "%2E%2e", "%2f", "%5c", "%252e", ":", "@", "?", "#"],
  ...["\t", "\n", "\r", " ", "\0", "%09", "%0a", "https:", "javascript:", "evil.example", "a", "é"],
];
const SITE = "https://spotlight.example";

describe("readNextPath", () => {
  it.each([
    ["", "/"],
    ["next=", "/"],
    ["next=/upload", "/upload"],
    ["next=%2Fa%2F1%3Ffrom%3Dwall%23like", "/a/1?from=wall#like"],
    ["next=upload", "/"],
    ["next=https://evil.example/x", "/"],
    ["next=//evil.example", "/"],
    ["next=/%5Cevil.example", "/"],
    ["next=/%09/evil.example", "/"],
    ["next=/..//evil.example", "/"],
    ["next=/%252e%252e//evil.example", "/"],
    ["next=/a/..%5C%5Cevil.example", "/"],
    ["next=javascript:alert(1)", "/"],
  ])("reads %j as %j: only a path of this site is followed", (search, path) => {
    expect(readNextPath(search)).toBe(path);
  });

  it("never leads to another site, however the path is spelled", () => {
    const spellings = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 });
    fc.assert(
      fc.property(spellings, (pieces) => {
        const search = new URLSearchParams({ next: `/${pieces.join("")}` }).toString();
        const path = readNextPath(search);
        expect(path).toMatch(/^\/(?![/\\])/);
        const { origin, href } = new URL(path, SITE);
        expect(origin).toBe(SITE);
        // Parsed again, first by a router and then by the browser, it is the same path.
        expect(href).toBe(`${SITE}${path}`);
      }),
      { numRuns: casesOf(2_000) },
    );
  });
});

describe("withNextPath", () => {
  it.each(["/upload", "/u/ines.duarte", "/a/1?x=1&y=2"])("returns to %s", (path) => {
    const [, search = ""] = withNextPath("/sign-in", path).split("?");
    expect(readNextPath(search)).toBe(path);
  });

  it("adds nothing where the home page is the target anyway", () => {
    expect(withNextPath("/sign-up", "/")).toBe("/sign-up");
  });
});

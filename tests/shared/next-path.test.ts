import { describe, expect, it } from "vitest";
import { readNextPath, withNextPath } from "../../src/shared/next-path";

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
    ["next=javascript:alert(1)", "/"],
  ])("reads %j as %j: only a path of this site is followed", (search, path) => {
    expect(readNextPath(search)).toBe(path);
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

import { describe, expect, it } from "vitest";
import { joinSite } from "../../src/client/urls";

const SITE = "https://spotlight.example";

describe("joinSite", () => {
  it.each([
    ["/", "https://spotlight.example/"],
    ["/upload?resume=1#top", "https://spotlight.example/upload?resume=1#top"],
    ["/a/..%2f", "https://spotlight.example/a/..%2f"],
  ])("joins the path %s to the site", (path, expected) => {
    expect(joinSite(path, SITE)).toBe(expected);
  });

  it.each([
    "",
    "upload",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "https://evil.example",
    "https://spotlight.example@evil.example",
    "https://spotlight.example.evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("refuses %j, which is not a path of the site", (path) => {
    expect(joinSite(path, SITE)).toBeNull();
  });

  it("refuses every path when the site is unknown", () => {
    expect(joinSite("/", undefined)).toBeNull();
  });
});

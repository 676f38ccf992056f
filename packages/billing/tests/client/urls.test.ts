import { describe, expect, it, vi } from "vitest";
import { joinSite, siteOrigin } from "../../src/client/urls";

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
});

describe("siteOrigin", () => {
  it.each([
    ["https://spotlight.example", "https://spotlight.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["", undefined],
    [undefined, undefined],
  ])("accepts %j", (setting, expected) => {
    vi.stubEnv("SITE_ORIGIN", setting);
    expect(siteOrigin()).toBe(expected);
  });

  it.each([
    "spotlight.example",
    "not an address",
    "ftp://spotlight.example",
    "https://",
    "https:x",
  ])("says what is wrong with %j", (setting) => {
    vi.stubEnv("SITE_ORIGIN", setting);
    expect(() => siteOrigin()).toThrow(
      `SITE_ORIGIN is "${setting}": it must be an address such as https://example.com`,
    );
  });
});

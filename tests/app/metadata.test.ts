import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const html = readFileSync(join(ROOT, "index.html"), "utf8");
const page = new DOMParser().parseFromString(html, "text/html");

function content(selector: string): string | null | undefined {
  return page.head.querySelector(selector)?.getAttribute("content");
}

const DESCRIPTION = "A community where digital artists share their creativity authentically.";

describe("Page metadata", () => {
  it("has the site's title", () => {
    expect(page.title).toBe("Spotlight");
    expect(page.documentElement.lang).toBe("en");
  });

  it.each([
    ["meta[name=description]", DESCRIPTION],
    ["meta[name=author]", "Spotlight"],
    ["meta[property='og:site_name']", "Spotlight"],
    ["meta[property='og:title']", "Spotlight"],
    ["meta[property='og:description']", DESCRIPTION],
    ["meta[property='og:type']", "website"],
    ["meta[property='og:locale']", "en_US"],
    ["meta[property='og:image']", "%VITE_SITE_ORIGIN%/logo.png"],
    ["meta[property='og:image:type']", "image/png"],
    ["meta[property='og:image:width']", "200"],
    ["meta[property='og:image:height']", "200"],
    ["meta[name='twitter:card']", "summary"],
    ["meta[name='twitter:title']", "Spotlight"],
    ["meta[name='twitter:description']", DESCRIPTION],
    ["meta[name='twitter:image']", "%VITE_SITE_ORIGIN%/logo.png"],
  ])("has %s", (selector, value) => {
    expect(content(selector)).toBe(value);
  });

  it("has keywords about digital art", () => {
    expect(content("meta[name=keywords]")?.split(", ")).toContain("digital art");
  });

  it("has a place in which the server names the deployment", () => {
    expect(content("meta[name=spotlight-env]")).toBe("");
  });

  it("has a logo of 200 by 200 pixels, as its tags say", () => {
    const png = readFileSync(join(ROOT, "public/logo.png"));
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 200]);
  });

  it("runs no inline script, so that a strict content policy holds", () => {
    const scripts = [...page.querySelectorAll("script")];
    expect(scripts.map((script) => [script.getAttribute("src"), script.text])).toEqual([
      ["/theme.js", ""],
      ["/src/main.tsx", ""],
    ]);
  });
});

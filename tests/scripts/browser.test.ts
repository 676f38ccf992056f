import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser } from "../../scripts/browser";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "browsers "))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "");
  return path;
}

describe("findBrowser", () => {
  it.each(["PLAYWRIGHT_CHROMIUM_PATH", "CHROME_PATH"])(
    "prefers the one that %s names to an installed one, and says so",
    (variable) => {
      const mine = put("mine");
      put("chromium");
      const browser = findBrowser({ [variable]: mine, PATH: folder });
      expect(browser).toMatchObject({ executablePath: mine, env: {} });
      expect(browser.name).toContain(variable);
    },
  );

  it("refuses a named one that does not exist, without a silent replacement", () => {
    put("chromium");
    expect(() => findBrowser({ CHROME_PATH: join(folder, "gone"), PATH: folder })).toThrow(
      "there is no such file",
    );
  });

  it("prefers Chrome to Chromium when both are installed", () => {
    put("chromium");
    const chrome = put("google-chrome");
    expect(findBrowser({ PATH: `/nowhere:${folder}` }).executablePath).toBe(chrome);
  });
});

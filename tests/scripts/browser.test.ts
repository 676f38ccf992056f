import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser, findTestBrowser } from "../../scripts/browser";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "browsers "))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "");
  return path;
}

describe.each([
  ["findBrowser", findBrowser],
  ["findTestBrowser", findTestBrowser],
])("%s", (_, find) => {
  it.each(["PLAYWRIGHT_CHROMIUM_PATH", "CHROME_PATH"])(
    "prefers the one that %s names to an installed one, and says so",
    (variable) => {
      const mine = put("mine");
      put("chromium");
      const browser = find({ [variable]: mine, PATH: folder });
      expect(browser).toMatchObject({ executablePath: mine, env: {} });
      expect(browser.name).toContain(variable);
    },
  );

  it("refuses a named one that does not exist, without a silent replacement", () => {
    put("chromium");
    expect(() => find({ CHROME_PATH: join(folder, "gone"), PATH: folder })).toThrow(
      "there is no such file",
    );
  });
});

describe("findBrowser", () => {
  it("prefers Chrome to Chromium when both are installed", () => {
    put("chromium");
    const chrome = put("google-chrome");
    expect(findBrowser({ PATH: `/nowhere:${folder}` }).executablePath).toBe(chrome);
  });
});

describe("findTestBrowser", () => {
  const isPackaged = process.platform === "linux" && process.arch === "x64";

  it("prefers the packaged one, where there is one, to an installed one", () => {
    const chrome = put("google-chrome");
    const { name, executablePath } = findTestBrowser({ PATH: folder });
    if (isPackaged) expect(name).toContain("@sparticuz/chromium");
    else expect(executablePath).toBe(chrome);
  });
});

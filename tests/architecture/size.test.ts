import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The maximum lines of code of the local backend (ADR 10), and of its command (ADR 136). */
const MOST_LINES = { "packages/convex-local/src": 10_050, "packages/convex-local/cli": 400 };

/** Counts lines with more than a comment. A comment next to code does not hide the line. */
function linesOfCode(source: string): number {
  const code = source
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/gm, "")
    .replace(/^[ \t]*\/\/.*$/gm, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

describe("the size of a file", () => {
  it.each([
    ["a comment of several lines", "/**\n * Why.\n */\nconst a = 1;\n", 1],
    ["a comment of one line", "  // Why.\n\n  const a = 1; // and this\n", 1],
    ["a generator, whose asterisk looks like a comment", "  *all() {\n  }\n", 2],
  ])("does not count %s", (_, source, lines) => {
    expect(linesOfCode(source)).toBe(lines);
  });
});

describe("the local backend", () => {
  it.each(Object.entries(MOST_LINES))("%s has at most %i lines of code", (folder, most) => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((path) => /\.(?:ts|mjs)$/.test(path));
    const lines = sources.map((path) => linesOfCode(readFileSync(join(folder, path), "utf8")));
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most);
  });
});

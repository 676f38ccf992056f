import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/architecture.md", "utf8");
const PATH = /`((?:convex|src|packages|scripts|tests)\/[^`\s]*)`/g;

/** Each name behind a file in a walk: "`file.ts` `name`". */
const WALKED = /`((?:convex|src|packages|scripts)\/[^`\s]+\.tsx?)`\s+`(\w+)`/g;

/** Each row of "Where is …?": the file, and the name in it. */
const ROW = /^\| … .*\| `([^`]+)` +\| `(\w+)` +\|$/gm;

const paths = [...new Set([...page.matchAll(PATH)].map(([, path = ""]) => path))];
const named = [...page.matchAll(WALKED), ...page.matchAll(ROW)].map(([, path = "", name = ""]) => ({
  path,
  name,
}));

describe("the page about the architecture", () => {
  it("has six walks with a diagram each, and answers twenty questions", () => {
    expect(page.match(/^### \d\. /gm)).toHaveLength(6);
    const walks = page.split("## Six walks")[1]?.split("## Where is")[0] ?? "";
    expect(walks.match(/^```$/gm)).toHaveLength(12);
    expect([...page.matchAll(ROW)].length).toBeGreaterThanOrEqual(20);
  });

  it.each(paths)("names %s, which exists", (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it.each(named)("$name is defined in $path", ({ path, name }) => {
    const definition = new RegExp(
      `export (?:async )?(?:function|const|class) ${name}\\b|^ {2}(?:async )?${name}\\(`,
      "m",
    );
    expect(readFileSync(path, "utf8")).toMatch(definition);
  });
});

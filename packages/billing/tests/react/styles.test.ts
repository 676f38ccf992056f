import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OUTERMOST } from "../../scripts/publish-styles";
import { sources } from "../../../../tests/texts";

/** The styles of the package; the site's own are not among them. */
const SITE = ["base", "fonts", "move-controls"].map((name) => `packages/ui/src/${name}.css`);
const sheets = sources(/\.css$/).filter(
  ([path]) => /^packages\/(ui|billing)\/src\//.test(path) && !SITE.includes(path),
);
const components = sources(/\.tsx$/).filter(([path]) =>
  /^packages\/(ui|billing)\/src\//.test(path),
);

const uncommented = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, "");

/** The blocks of a sheet: the text before each brace, and its depth. */
function blocksOf(css: string): { head: string; depth: number }[] {
  const blocks: { head: string; depth: number }[] = [];
  let depth = 0;
  let text = "";
  for (const sign of uncommented(css)) {
    if (sign === "{") blocks.push({ head: text.trim().replaceAll(/\s+/g, " "), depth: depth++ });
    else if (sign === "}") depth -= 1;
    text = sign === "{" || sign === "}" || sign === ";" ? "" : text + sign;
  }
  return blocks;
}

/** Selectors in parentheses are not divided. */
const selectorsOf = (head: string) => head.split(/,(?![^(]*\))/).map((one) => one.trim());

describe("The styles of the package", () => {
  it("exist", () => {
    expect(sheets.length).toBeGreaterThan(25);
    expect(components.length).toBeGreaterThan(50);
  });

  it.each(sheets)("are in the layer of billing: %s", (_path, css) => {
    const outermost = blocksOf(css).filter(({ depth }) => depth === 0);
    expect(outermost.length).toBeGreaterThan(0);
    for (const { head } of outermost) expect(head).toMatch(/^@layer billing(\.parts)?$/);
  });

  it("reset the outermost elements that the published styles know", () => {
    const heads = blocksOf(readFileSync("packages/ui/src/reset.css", "utf8")).map(
      ({ head }) => head,
    );
    const listed = heads.find((head) => head.includes(".billing-portal"));
    expect(listed?.match(/\.[\w-]+/g)).toEqual(OUTERMOST);
  });

  it.each(sheets)("affect only elements of billing: %s", (_path, css) => {
    const selectors = blocksOf(css)
      .map(({ head }) => head)
      .filter((head) => !/^@|^(from|to|\d+%)$/.test(head))
      .flatMap(selectorsOf);
    for (const selector of selectors) {
      expect(selector).toMatch(
        /\.billing-|\[class\^="billing-"\]|^:where\(:root\)$|^:where\(\.(dark|light), /,
      );
    }
  });

  it.each(sheets)("use one prefix for all names: %s", (_path, css) => {
    const text = uncommented(css);
    const named = [
      ...[...text.matchAll(/(?<![\w-])--([\w-]+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/(?<=[\s>+~(:,])\.(?!\d|dark,|light,)([\w-]+)/g)].map(
        ([, name]) => name,
      ),
      ...[...text.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name),
    ];
    for (const name of named) expect(name).toMatch(/^(billing|radix)-/);
  });

  it.each(components)("are selected by that prefix: %s", (_path, text) => {
    const classes = [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, names]) =>
      (names ?? "").split(" "),
    );
    for (const name of classes) expect(name).toMatch(/^billing-/);
  });

  it("leave colour scheme and fonts to the page", () => {
    const all = uncommented(sheets.map(([, css]) => css).join("\n"));
    expect(all).not.toMatch(/@font-face|@import|url\(/);
    expect(all.match(/color-scheme:.*/g)).toEqual([
      "color-scheme: var(--billing-scheme, inherit);",
    ]);
    const reset = readFileSync("packages/ui/src/reset.css", "utf8");
    expect(reset).toContain("font-family: var(--billing-sans, inherit)");
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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

  it.each(sheets)("are in the layer of billing: %s", (path, css) => {
    const outermost = blocksOf(css).filter(({ depth }) => depth === 0);
    const layered = outermost.filter(({ head }) => /^@layer billing(\.parts)?$/.test(head));
    expect(layered.length).toBeGreaterThan(0);
    expect(outermost.length - layered.length).toBe(path.endsWith("/reset.css") ? 1 : 0);
  });

  it("let the page's rules for bare elements apply, and contain no other rule outside the layer", () => {
    const reset = uncommented(readFileSync("packages/ui/src/reset.css", "utf8"));
    const outside = reset.slice(reset.lastIndexOf("}", reset.lastIndexOf("{")) + 1);
    expect(outside.replace(/^.*\{/s, "").trim()).toBe("all: revert-layer;\n}");
    // Each counts as an element: together more than `ul li a`, less than one class.
    expect(outside).toMatch(/^\s*:where\([^{]*\):where\(:not\(svg, svg \*\)\)(:not\(_\)){3} \{/);
  });

  it.each(sheets)("affect only elements of billing: %s", (_path, css) => {
    const selectors = blocksOf(css)
      .map(({ head }) => head)
      .filter((head) => !/^@|^(from|to|\d+%)$/.test(head))
      .flatMap(selectorsOf);
    for (const selector of selectors) {
      expect(selector).toMatch(/\.billing-|\[class\^="billing-"\]|^:where\(:root\)$/);
    }
  });

  it.each(sheets)("use one prefix for all names: %s", (_path, css) => {
    const text = uncommented(css);
    const named = [
      ...[...text.matchAll(/(?<![\w-])--([\w-]+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/(?<=[\s>+~(:,])\.(?!\d)([\w-]+)/g)].map(([, name]) => name),
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
    expect(all).not.toMatch(/color-scheme|@font-face|@import|url\(/);
    const reset = readFileSync("packages/ui/src/reset.css", "utf8");
    expect(reset).toContain("font-family: var(--billing-sans, inherit)");
  });
});

import { describe, expect, it } from "vitest";
import { publishStyles } from "../scripts/publish-styles";

const parts = (css: string) => publishStyles(`@layer billing.parts { ${css} }`);

/** The rules in their order, without the blocks around them. */
const rules = (css: string) =>
  publishStyles(css)
    .split("\n")
    .filter((line) => line.startsWith(":where("));

describe("publishStyles", () => {
  it("ranks rules by layer and specificity, and equal ones as they were", () => {
    const css = `@layer billing { :where(.billing-a) { color: red } }
      @layer billing.parts {
        .billing-a .billing-b { top: 1px }
        .billing-a { top: 2px }
        .billing-b { top: 3px }
        :where(.billing-a) { top: 4px }
      }`;
    expect(rules(css)).toEqual([
      ":where(.billing-a){top:4px}",
      ":where(.billing-a){top:2px}",
      ":where(.billing-b){top:3px}",
      ":where(.billing-a .billing-b){top:1px}",
      ":where(.billing-a){color:red}",
    ]);
  });

  it("divides a rule whose selectors have different specificities", () => {
    const css = "@layer billing.parts { .billing-a, .billing-b p, .billing-c { top: 0 } }";
    expect(rules(css)).toEqual([
      ":where(.billing-a),:where(.billing-c){top:0}",
      ":where(.billing-b p){top:0}",
    ]);
  });

  it("keeps a pseudo-element outside of :where(), which takes none", () => {
    const css = "@layer billing.parts { .billing-a:hover::before { top: 0 } }";
    expect(rules(css)).toEqual([":where(.billing-a:hover)::before{top:0}"]);
  });

  it("leaves tokens in a layer, and keyframes outside of the nested rules", () => {
    const css = parts(`:where(:root) { --billing-ink: black }
      @keyframes billing-spin { to { rotate: 1turn } }
      @media (width < 640px) { .billing-a { top: 0 } }`);
    expect(css.split("\n")).toEqual([
      "@supports (color: light-dark(#000, #fff)){",
      "@layer billing{",
      ":where(:root){--billing-ink:black}",
      "}",
      ":root:not(_):not(_){",
      "@media (width < 640px){",
      ":where(.billing-a){top:0}",
      "}",
      "}",
      "@keyframes billing-spin { to { rotate: 1turn } }",
      "}",
      "",
    ]);
  });

  it("selects by the prefix only inside of the outermost elements", () => {
    const css = parts(':where([class^="billing-"], [class^="billing-"] p) { margin: 0 }');
    expect(css).toMatch(
      /:where\(:is\((.*)\),:is\(\1\) \[class\^="billing-"\], :is\(\1\) p\)\{margin:0\}/,
    );
  });

  it("refuses what it would drop", () => {
    expect(() => publishStyles("@layer other { .billing-a { top: 0 } }")).toThrow("@layer other");
    expect(() => publishStyles("@container (width < 9px) { .billing-a { top: 0 } }")).toThrow(
      "@container",
    );
  });
});

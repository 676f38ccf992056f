import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STYLES } from "../../packages/billing/src/component/pages/styles";

const tokens = ["packages/ui/src/tokens.css", "src/app/tokens.css"]
  .map((file) => readFileSync(file, "utf8"))
  .join("")
  // A separate page needs no prefix, and declares its language itself.
  .replaceAll("--billing-", "--")
  .replaceAll("var(--sans, sans-serif)", "var(--sans)");

const valuesOf = (css: string) =>
  [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
    name,
    value?.replace(/\s+/g, " "),
  ]);

describe("the hosted page's look", () => {
  it("uses the site's own tokens, so that both change together", () => {
    const own = valuesOf(STYLES.markup);
    expect(own.length).toBeGreaterThan(8);
    expect(valuesOf(tokens)).toEqual(expect.arrayContaining(own));
  });

  it("cannot end its own style element", () => {
    expect(STYLES.markup).not.toContain("</");
  });
});

import { readFileSync } from "node:fs";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { PricingTable } from "../../../src/react/components/pricing-table";
import type { Product } from "../../../src/contract/wire";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { readCatalogue, STEPS, tryRecipe } from "./recipes";

const PAGE = "docs/pricing.md";
/** A recipe: its heading, its code, and its pricing table and costs. */
const RECIPE = /^## ([^\n]+)$(?:(?!^## )[^])*?^```ts\n([^]*?)^```\n\n^```text\n([^]*?)^```$/gm;

/** The format of the parts of a product; other parts are indented. */
const PREFIXES: Readonly<Record<string, (text: string) => string>> = {
  H3: (text) => text,
  BUTTON: (text) => `  [${text}]`,
  LI: (text) => `  - ${text}`,
};

describe("the recipes of docs/pricing.md", () => {
  it("draw and cost what the page says; `vitest -u` writes it", async () => {
    vi.stubGlobal("innerWidth", 1440);
    const page = readFileSync(PAGE, "utf8");
    const recipes = [...page.matchAll(RECIPE)];
    expect(recipes.map(([, title]) => title)).toEqual(Object.keys(STEPS));
    let now = page;
    for (const [recipe, title = "", code = "", before = ""] of recipes) {
      const { products, costs } = await tryRecipe(await readCatalogue(code), STEPS[title] ?? []);
      const shown = [...(await draw(products)), "", ...costs].join("\n").trim();
      now = now.replace(recipe, () =>
        recipe.replace("```text\n" + before, () => "```text\n" + shown + "\n"),
      );
    }
    await expect(now).toMatchFileSnapshot(`../../../../../${PAGE}`);
  });
});

/** The pricing table as a visitor sees it, without the comparison, line by line. */
async function draw(products: Product[]): Promise<string[]> {
  const transport = new FakeTransport().answer("listProducts", { list: products });
  const host = { current: { locale: "en-US", identityKey: null } };
  render(<PricingTable />, { wrapper: billingWrapper(transport, host) });
  await waitFor(() => screen.getAllByRole("button"));
  const table = document.querySelector('[data-slot="pricing-table"]');
  for (const hidden of table?.querySelectorAll(".billing-visually-hidden, .billing-comparison") ??
    []) {
    hidden.remove();
  }
  const lines = [...(table?.querySelectorAll("legend, label, article, h2, h2 + p") ?? [])].flatMap(
    linesOf,
  );
  cleanup();
  return lines;
}

/** The lines of a heading, a choice of intervals or a product. */
function linesOf(element: Element): string[] {
  if (element.tagName === "H2") return textOf(element) === "" ? [] : ["", textOf(element)];
  if (element.tagName !== "ARTICLE") return [textOf(element)];
  const parts = [...element.querySelectorAll("h3, p, button, li")];
  return [
    "",
    ...parts.map((part) => PREFIXES[part.tagName]?.(textOf(part)) ?? `  ${textOf(part)}`),
  ];
}

/** The text of an element, with spaces between its parts, as on the screen. */
function textOf(element: Element): string {
  const parts = [...element.childNodes].map((part) =>
    part instanceof Element ? textOf(part) : (part.textContent ?? ""),
  );
  return parts.join(" ").replaceAll(/\s+/g, " ").trim();
}

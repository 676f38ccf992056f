import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Checks a part of a page with all axe rules, including colours, because this is a real browser.
 */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // Without frames one pass is enough, in half the time.
  const builder = new AxeBuilder({ page }).include(part).setLegacyMode();
  // Passed rules need no description, which saves a quarter of the time.
  builder.options({ resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  const broken = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect.soft(broken, page.url()).toEqual([]);
}

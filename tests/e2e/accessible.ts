import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Checks a part of a page with all rules of axe, colours included: this is a real browser. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // Without frames, one pass suffices, in half the time.
  const builder = new AxeBuilder({ page }).include(part).setLegacyMode();
  // Passed rules need no description: that saves a quarter.
  builder.options({ resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  const broken = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect.soft(broken, page.url()).toEqual([]);
}

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No rule of axe is broken in a part of a page, colours included: this is a real browser. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // What has no frames is searched in one go, in half the time.
  const builder = new AxeBuilder({ page }).include(part).setLegacyMode();
  // What is in order need not be described: a quarter less.
  builder.options({ resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  const broken = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect.soft(broken, page.url()).toEqual([]);
}

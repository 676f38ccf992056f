import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No rule of axe is broken, colours included: this is a real browser. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const broken = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect.soft(broken, page.url()).toEqual([]);
}

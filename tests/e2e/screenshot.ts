import type { Page } from "@playwright/test";

/** Keeps a picture of a page for people to look at, where they asked for it: `SHOTS=1 npm run test:e2e`. */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env.SHOTS === undefined) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

import type { Page } from "@playwright/test";

/** Whether somebody asked for pictures. */
export const keepsScreenshots = () => process.env.SHOTS !== undefined;

/** Keeps a picture of a page for people to look at, where they asked for it: `SHOTS=1 npm run test:e2e`. */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (!keepsScreenshots()) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

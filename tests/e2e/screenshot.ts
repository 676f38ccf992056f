import type { Page } from "@playwright/test";

/** Whether screenshots are requested. */
export const keepsScreenshots = () => process.env.SHOTS !== undefined;

/** Stores a screenshot of a page when requested: `SHOTS=1 npm run test:e2e`. */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (!keepsScreenshots()) return;
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}

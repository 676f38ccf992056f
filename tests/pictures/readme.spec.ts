import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../e2e/fixtures";
import { signUp } from "../e2e/people";
import { FREE_UPLOADS, openCheckout, paywallOf, publish } from "../e2e/shopping";

const THEMES = ["light", "dark"] as const;
const WORKS = [
  "heat",
  "meadow",
  "orbits",
  "peonies",
  "pines",
  "keeper",
  "ochre",
  "hours",
  "marble-9",
  "oldgrowth",
  "luna",
];

test.use({ viewport: { width: 1280, height: 800 } });

test("the pictures of the README", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await take(page, "home");

  await signUp(page, "mira.okafor");
  await page.goto("/upload");
  await publish(page, workFiles());
  await expect(paywallOf(page)).toBeVisible();
  await take(page, "paywall");

  await openCheckout(page);
  await take(page, "checkout");
});

/** One work more than the free plan allows. */
function workFiles() {
  return Array.from({ length: FREE_UPLOADS + 1 }, (_, i) => {
    const name = WORKS[i % WORKS.length] ?? "";
    const buffer = readFileSync(`scripts/demo/${name}.jpg`);
    return { name: `${name}-${i + 1}.jpg`, mimeType: "image/jpeg", buffer };
  });
}

async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({
      path: `docs/pictures/${name}-${colorScheme}.jpg`,
      type: "jpeg",
      quality: 80,
      animations: "disabled",
    });
  }
}

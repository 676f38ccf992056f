import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { confirm, openCheckout, reachLimit } from "./shopping";

const SHOTS = "test-results/screens";
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];
const THEMES = ["light", "dark"] as const;
/** Nothing may scroll sideways, not even on the smallest phone. */
const measureOverflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Looks at what a page shows in both themes and both sizes. Colours do not depend on the size. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect.soft(await page.evaluate(measureOverflow), `${name} at ${size.width}`).toBe(0);
      await page.screenshot({ path: `${SHOTS}/${name}-${size.width}-${colorScheme}.png` });
    }
    await expectAccessible(page);
  }
}

test.describe("every screen is accessible in both themes, on a phone and on a desk", () => {
  test.beforeEach(() => test.slow());

  for (const [name, path, shows] of [
    ["gallery", "/", "article"],
    ["explore", "/explore", "article"],
    ["sign-up", "/sign-up", "heading"],
    ["sign-in", "/sign-in", "heading"],
    ["pricing", "/pricing", "table"],
    ["nothing", "/no-such-page", "heading"],
  ] as const) {
    test(`a visitor's ${name}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole(shows).first()).toBeVisible();
      await inspect(page, name);
    });
  }

  test("a work and its artist's page", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/a\//);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await inspect(page, "artwork");
    await page.locator('a[href^="/u/"]').first().click();
    await expect(page).toHaveURL(/\/u\//);
    await expect(page.getByRole("navigation", { name: "Profile" })).toBeVisible();
    await inspect(page, "profile");
  });

  test("a newcomer's billing", async ({ page }) => {
    await signUp(page, "screens.one");
    await page.goto("/settings/billing");
    await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
    await inspect(page, "billing");
  });

  for (const [name, heading] of [
    ["settings", "Settings"],
    ["insights", "Insights"],
    ["notifications", "Nothing to tell yet"],
  ] as const) {
    test(`a newcomer's ${name}`, async ({ page }) => {
      await signUp(page, `see.${name}`);
      await page.goto(`/${name}`);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await inspect(page, name);
    });
  }

  test("the paywall, the checkout and the card page", async ({ page }) => {
    await reachLimit(page, "screens.two");
    await inspect(page, "paywall");
    await openCheckout(page);
    await inspect(page, "checkout");
    await inspect(await confirm(page), "card");
  });
});

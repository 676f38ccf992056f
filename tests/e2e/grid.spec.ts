import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** The site opens with more works than a phone's grid renders at a time. */
const SEEDED = 40;
const atEnd = () =>
  window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

test("a long grid renders few works, and its position is restored", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const works = page.getByRole("article");
  await expect(works.first()).toBeVisible();
  const first = (await works.first().getByRole("link").first().getAttribute("aria-label")) ?? "";
  expect(first).toContain(" by ");
  // The grid grows as its pages arrive, until all its works are loaded.
  const last = page.locator(".grid-place").last();
  await expect(async () => {
    await page.keyboard.press("End");
    const count = (await last.getAttribute("aria-setsize")) ?? "";
    expect(Number(count)).toBeGreaterThanOrEqual(SEEDED);
    await expect(last).toHaveAttribute("aria-posinset", count, { timeout: 1_000 });
    // The key scrolls in small steps to the current end, so a page that grows in the meantime needs
    // it again.
    expect(await page.evaluate(atEnd)).toBe(true);
  }).toPass();
  await expect(page.getByRole("link", { name: first })).toHaveCount(0);
  expect(await works.count()).toBeLessThan(SEEDED);

  const work = works.last().getByRole("link").first();
  const name = (await work.getAttribute("aria-label")) ?? "";
  await work.focus();
  // A heading that wraps again in its own font moves everything below it.
  await page.evaluate(async () => void (await document.fonts.ready));
  const left = await scrollY(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Close" })).toBeVisible();
  const opened = page.url();
  await page.keyboard.press("k");
  await expect(page).not.toHaveURL(opened);
  await expect(page.getByRole("button", { name: "Close" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name })).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrollY(page)) - left)).toBeLessThan(2);

  // Scrolling further keeps the position for Tab.
  await page.getByRole("link", { name }).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole("link", { name: first })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("button", { name: new RegExp(`^Like ${name.split(" by ")[0]}`) }),
  ).toBeFocused();
});

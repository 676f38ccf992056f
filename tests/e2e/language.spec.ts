import { expect, test } from "./fixtures";
import { signUp } from "./people";

const measureOverflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

test("Settings switch the whole page to German, and a reload keeps it", async ({ page }) => {
  const wrong: string[] = [];
  page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, "two.tongues");
  await page.goto("/settings");
  await page.getByRole("main").getByRole("radio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { name: "Sprache" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Schnellzugriff" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sprache" })).toBeVisible();
  for (const path of ["/settings", "/upload", "/pricing", "/settings/billing"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect([path, await page.evaluate(measureOverflow)]).toEqual([path, 0]);
  }
  expect(wrong).toEqual([]);
});

test.describe("a German browser", () => {
  test.use({ locale: "de-DE" });

  test("gets the first page in German, and hydrates it", async ({ page }) => {
    const wrong: string[] = [];
    page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
    const response = await page.goto("/pricing");
    expect(await response?.text()).toContain('<html lang="de">');
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Raum für deine Werke");
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Hilfe" })).toBeVisible();
    expect(wrong).toEqual([]);
  });
});

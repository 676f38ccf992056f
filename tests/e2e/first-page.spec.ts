import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

/** What the browser calls wrong while a page is opened, without its scripts or with them. */
async function open(page: Page, path: string, scripts: "come" | "never come") {
  const wrong: string[] = [];
  page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
  page.on("pageerror", ({ message }) => wrong.push(message));
  if (scripts === "never come") await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.goto(path);
  return wrong;
}

/** Where the works hang, by their numbers. */
async function placesOf(page: Page): Promise<Record<string, string>> {
  const places = await page
    .locator(".wall-place")
    .evaluateAll((items) =>
      items.map((item): [number: string, place: string] => [
        item.ariaPosInSet ?? "",
        JSON.stringify(item.getBoundingClientRect()),
      ]),
    );
  return Object.fromEntries(places);
}

for (const size of [PHONE, DESK]) {
  test(`works hang before scripts have come, where they stay, at ${size.width} px`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(size);
    await open(page, "/", "never come");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.screenshot({ path: `test-results/screens/first-page-${size.width}.png` });
    const drawn = await placesOf(page);
    expect(Object.keys(drawn).length).toBeGreaterThan(2);

    const whole = await (await browser.newContext({ viewport: size })).newPage();
    const wrong = await open(whole, page.url(), "come");
    await expect(whole.locator(".shell-site section[aria-label*=Notifications]")).toBeAttached();
    expect(await placesOf(whole)).toMatchObject(drawn);
    expect(wrong).toEqual([]);
    await whole.context().close();
  });
}

test("what a stranger presses before the scripts have come is done when they have", async ({
  page,
}) => {
  await page.route("**/assets/index-*.js", async (route) => {
    await page
      .getByRole("button", { name: /^Like / })
      .first()
      .click();
    await route.continue();
  });
  await page.goto("/explore");
  await expect(page).toHaveURL(/sign-in/);
});

test("who is signed in is never shown a stranger's page", async ({ page }) => {
  await signUp(page, "linus.t");
  await open(page, "/", "never come");
  await expect(page.locator("#root")).toBeEmpty();
});

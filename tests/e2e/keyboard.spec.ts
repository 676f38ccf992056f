import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./fixtures";
import { PASSWORD, signUp } from "./people";
import { series } from "./pictures";
import { checkoutOf, FREE_UPLOADS, GOOD_CARD, paywallOf } from "./shopping";

/** More presses than any screen here has places to stop at. */
const MOST_TABS = 80;

async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_TABS} presses of ${key} do not reach ${target.toString()}`);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, button: Locator, key: "Enter" | "Space"): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press(key);
}

async function signUpByKeys(page: Page): Promise<void> {
  await page.goto("/");
  await press(page, page.getByRole("link", { name: "Join Spotlight" }).first(), "Enter");
  await type(page, page.getByRole("textbox", { name: "Username" }), "keys.only");
  await type(page, page.getByRole("textbox", { name: "Password" }), PASSWORD);
  await press(page, page.getByRole("button", { name: "Create account" }), "Enter");
  await expect(page.getByRole("button", { name: "Account of keys.only" })).toBeVisible();
}

async function uploadByKeys(page: Page): Promise<void> {
  // A new page begins at its heading: the header is behind, and a wall of works ahead.
  await tabTo(page, page.getByRole("link", { name: "Upload" }).first(), "Shift+Tab");
  await page.keyboard.press("Enter");
  // The system's own dialog is not the page's.
  const chooser = page.waitForEvent("filechooser");
  await press(page, page.getByRole("button", { name: "Choose files" }), "Space");
  await (await chooser).setFiles(series("Key", FREE_UPLOADS + 1).files);
  await press(page, page.getByRole("button", { name: "Publish 11 works" }), "Enter");
}

test("the whole journey goes by keyboard alone", async ({ page }) => {
  test.slow();
  await signUpByKeys(page);
  await uploadByKeys(page);
  const upgrade = paywallOf(page).getByRole("button", { name: "Upgrade to Creator" });
  await expect(upgrade).toBeVisible({ timeout: 20_000 });
  await press(page, upgrade, "Enter");

  const opened = page.context().waitForEvent("page");
  await press(page, checkoutOf(page).getByRole("button", { name: /^Confirm and pay/ }), "Space");
  const tab = await opened;
  await type(tab, tab.getByLabel("Card number"), GOOD_CARD);
  await type(tab, tab.getByLabel(/^Expir/), "12/34");
  await type(tab, tab.getByLabel("Security code"), "123");
  await press(tab, tab.getByRole("button", { name: /^Pay/ }), "Enter");
  await expect(tab.getByRole("heading", { name: "Paid" })).toBeVisible();

  await expect(paywallOf(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "See it on the wall" })).toHaveCount(
    FREE_UPLOADS + 1,
  );
});

test("a work is found, liked, talked about and collected by keyboard alone", async ({ page }) => {
  await signUp(page, "keys.again");
  await page.goto("/explore");
  await page.keyboard.press("/");
  await page.keyboard.type("harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Results for “harbour”" })).toBeVisible();
  await press(page, page.getByRole("article").first().getByRole("link").first(), "Enter");
  await expect(page).toHaveURL(/\/a\//);
  const like = page.getByRole("button", { name: /^Like .*, \d+ so far/ });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("l");
  await expect(like).toHaveAttribute("aria-pressed", "true");

  await press(page, page.getByRole("button", { name: "Collect" }), "Enter");
  await type(page, page.getByRole("textbox", { name: "Title" }), "By keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "By keys" })).toBeChecked();
  await press(page, page.getByRole("button", { name: "Done" }), "Space");
  await expect(page.getByRole("button", { name: "Collect" })).toBeFocused();

  await type(page, page.getByRole("textbox", { name: "Say what you see" }), "All by keys.");
  await press(page, page.getByRole("button", { name: "Comment", exact: true }), "Enter");
  await expect(page.getByText("All by keys.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/explore\?q=harbour$/);
});

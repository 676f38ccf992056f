import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { choose, press, tabTo, type } from "./gestures";
import { PASSWORD, signUp } from "./people";
import { series, sharePicture } from "./pictures";
import { checkoutOf, fillCard, FREE_UPLOADS, GOOD_CARD, paywallOf, publish } from "./shopping";

test.use({ hand: "keys" });

/** Scrolls until the top or the bottom of an element is 8 pixels behind that edge of the window. */
async function scrollTo(target: Locator, edge: "top" | "bottom"): Promise<void> {
  await target.evaluate((element, side) => {
    const there = side === "top" ? 8 : innerHeight - 8;
    scrollBy(0, element.getBoundingClientRect()[side] - there);
  }, edge);
}

/** The focused element is not under the header or the bar; on small screens they are not sticky. */
async function expectSeenOnPhones(page: Page): Promise<void> {
  const [header, bar] = [page.getByRole("banner"), page.getByRole("navigation", { name: "Quick" })];
  await page.setViewportSize({ width: 360, height: 740 });
  const chips = page.getByRole("group", { name: /^Hide from shared feeds/ }).getByRole("button");
  const [first, last] = [chips.first(), chips.last()];
  await tabTo(first);
  await scrollTo(last, "bottom");
  await expect(bar).toBeInViewport();
  await tabTo(last);
  await scrollTo(first, "top");
  await expect(header).toBeInViewport();
  await tabTo(first);
  await page.setViewportSize({ width: 740, height: 360 });
  await scrollTo(first, "top");
  await expect(header).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
}

async function signUpByLinks(page: Page): Promise<void> {
  await page.goto("/");
  await press(page.getByRole("link", { name: "Join Spotlight" }).first());
  await type(page.getByRole("textbox", { name: "Username" }), "keys.only");
  await type(page.getByRole("textbox", { name: "Password" }), PASSWORD);
  await press(page.getByRole("button", { name: "Create account" }));
  await expect(page.getByRole("button", { name: "Account of keys.only" })).toBeVisible();
}

test("the whole journey works by keyboard alone", async ({ page }) => {
  test.slow();
  await signUpByLinks(page);
  await press(page.getByRole("link", { name: "Upload" }).first());
  await publish(page, series("Key", FREE_UPLOADS + 1).files);
  const upgrade = paywallOf(page).getByRole("button", { name: "Upgrade to Creator" });
  await expect(upgrade).toBeVisible({ timeout: 20_000 });
  await press(upgrade);

  const opened = page.context().waitForEvent("page");
  await press(checkoutOf(page).getByRole("button", { name: /^Confirm and pay/ }), "Space");
  const tab = await opened;
  await fillCard(tab, GOOD_CARD);
  await press(tab.getByRole("button", { name: /^Pay/ }));
  await expect(tab.getByRole("heading", { name: "Paid" })).toBeVisible();

  await expect(paywallOf(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "See it live" })).toHaveCount(FREE_UPLOADS + 1);
});

test("a work is found, liked, commented on and collected by keyboard alone", async ({ page }) => {
  await signUp(page, "keys.again");
  await page.goto("/explore");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Results for “harbour”" })).toBeVisible();
  await press(page.getByRole("article").first().getByRole("link").first());
  await expect(page).toHaveURL(/\/a\//);
  const caption = page.getByRole("region", { name: "Caption" });
  const like = caption.getByRole("button", { name: /^Like Harbour/ });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("l");
  await expect(like).toHaveAttribute("aria-pressed", "true");

  await press(page.getByRole("button", { name: "Collect" }));
  await type(page.getByRole("textbox", { name: "Title" }), "By keys");
  await page.keyboard.press("Enter");
  const held = page.getByRole("checkbox", { name: "By keys" });
  await expect(held).toBeChecked();
  await press(held, "Space");
  await expect(held).not.toBeChecked();
  await press(page.getByRole("button", { name: "Done" }), "Space");
  await expect(page.getByRole("button", { name: "Collect" })).toBeFocused();

  await type(page.getByRole("textbox", { name: "Say what you see" }), "All by keys.");
  await press(page.getByRole("button", { name: "Comment", exact: true }));
  await expect(page.getByText("All by keys.")).toBeVisible();
  await press(page.getByRole("button", { name: "Delete what keys.again said" }));
  await expect(page.getByText("All by keys.")).toBeHidden();
  await press(page.getByRole("button", { name: "Larger" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Larger" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/explore\?q=harbour$/);
});

test("a profile and the settings are changed by keyboard alone", async ({ page }) => {
  await signUp(page, "keys.settle");
  await sharePicture(page, "Keyed");
  await page.goto("/u/keys.settle");
  await press(page.getByRole("button", { name: "Edit page" }));
  await type(page.getByRole("textbox", { name: "Name" }), "Kay Settle");
  await type(page.getByRole("textbox", { name: "Links" }), "https://kay.example");
  await press(page.getByRole("button", { name: "Save" }));
  await expect(page.getByRole("heading", { level: 1, name: "Kay Settle" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit page" })).toBeFocused();

  await press(page.getByRole("link", { name: "Keyed by Kay Settle" }));
  await press(page.getByRole("button", { name: "Take it down" }));
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await press(question.getByRole("button", { name: "Take it down" }));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await press(page.getByRole("button", { name: "Account of keys.settle" }));
  await choose(page.getByRole("radio", { name: "Dark" }));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await press(page.getByRole("link", { name: "Settings" }));
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeFocused();
  await choose(page.getByRole("radio", { name: /^Hide it/ }));
  await press(page.getByRole("link", { name: "Security" }));
  const password = page.getByRole("region", { name: "Password" });
  await type(password.getByLabel("Current password"), PASSWORD);
  await type(page.getByLabel("New password", { exact: true }), "Gouache&8suns");
  await press(page.getByRole("button", { name: "Change password" }));
  await expect(page.getByText("Password changed.")).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("radio", { name: /^Hide it/ })).toBeChecked();
  await expectSeenOnPhones(page);
});

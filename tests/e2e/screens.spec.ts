import { expect, test } from "./fixtures";
import { inspect, inspectDialog } from "./inspect";
import { operate } from "./operator";
import { signUp } from "./people";
import { cardOf, pictureFile, sharePicture, uploadOf } from "./pictures";
import { confirm, openCheckout, reachLimit } from "./shopping";

test.describe("every screen is accessible in both themes, on a phone and on a desk", () => {
  test.beforeEach(() => test.slow());

  for (const [name, path, shows] of [
    ["gallery", "/", "article"],
    ["explore", "/explore", "article"],
    ["sign-up", "/sign-up", "heading"],
    ["sign-in", "/sign-in", "heading"],
    ["pricing", "/pricing", "table"],
    ["help", "/help", "article"],
    ["rules", "/rules", "article"],
    ["terms", "/terms", "article"],
    ["privacy", "/privacy", "article"],
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

  test("a new member's billing, and an operator's page about it", async ({ page, site }) => {
    await signUp(page, "screens.one");
    await page.goto("/settings/billing");
    await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
    await inspect(page, "billing");
    await page.goto("/dev/billing");
    await expect(page.getByRole("heading", { name: "Test clock" })).toBeVisible();
    await inspect(page, "dev-billing");
    await page.goto("/studio/new");
    await expect(page.getByRole("button", { name: "Open the studio" })).toBeVisible();
    await inspect(page, "new-studio");
    await page.goto("/operator");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await operate(site.place, "community/operators/role:grant", { username: "screens.one" });
    await page.getByRole("searchbox", { name: "Find a customer" }).fill("screens.one");
    await page.keyboard.press("Enter");
    await page
      .getByRole("search", { name: "Find a customer" })
      .getByRole("link", { name: "screens.one" })
      .click();
    await expect(page.getByText("Became a customer")).toBeVisible();
    await inspect(page, "operator");
    await page.getByRole("button", { name: "Grant units" }).click();
    await inspectDialog(page, "operator-dialog");
  });

  test("a member's screens: uploads, a work, a collection, notifications, insights, settings", async ({
    page,
    browser,
    site,
  }) => {
    await signUp(page, "screens.three");
    await page.goto("/upload");
    await page
      .getByLabel("Files", { exact: true })
      .setInputFiles([pictureFile("harbour.jpg"), pictureFile("harbour-at-night.jpg")]);
    await expect(uploadOf(page, "harbour-at-night.jpg")).toContainText("Ready to publish");
    await inspect(page, "upload");
    await sharePicture(page, "Seen by all");

    const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
    await signUp(visitor, "screens.four");
    await cardOf(visitor, "Seen by all", "screens.three").click();
    await visitor.getByRole("button", { name: "Like Seen by all, 0 so far" }).click();
    await visitor.getByRole("textbox", { name: "Say what you see" }).fill("The whole harbour.");
    await visitor.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(visitor.getByRole("heading", { name: "1 comment" })).toBeVisible();
    await visitor.context().close();

    await page.goto("/notifications");
    await expect(page.getByRole("link", { name: /commented on/ })).toBeVisible();
    await inspect(page, "notifications");
    await page.getByRole("link", { name: /commented on/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Your work" })).toBeVisible();
    await inspect(page, "own-work");
    await page.getByRole("button", { name: "Collect" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Harbours");
    await page.getByRole("button", { name: "Create and add" }).click();
    await expect(page.getByRole("checkbox", { name: "Harbours" })).toBeChecked();
    await inspectDialog(page, "collect-dialog");
    await page.getByRole("link", { name: "Open Harbours" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Harbours" })).toBeVisible();
    await inspect(page, "collection");

    for (const [name, path, heading] of [
      ["welcome", "/welcome", "Welcome to Spotlight"],
      ["insights", "/insights", "Insights"],
      ["thanks", "/thanks", "Nothing bought yet"],
      ["settings", "/settings", "Account"],
      ["referrals", "/settings/referrals", "Referrals"],
      ["search", "/explore?q=harbour", "Results for “harbour”"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await inspect(page, name);
    }
  });

  test("the paywall, the checkout and the card page", async ({ page }) => {
    await reachLimit(page, "screens.two");
    await inspectDialog(page, "paywall-dialog");
    await openCheckout(page);
    await inspectDialog(page, "checkout-dialog");
    await inspect(await confirm(page), "card");
  });
});

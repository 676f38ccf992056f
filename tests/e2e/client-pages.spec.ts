import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { choosePrintPack, readBills } from "./settings";
import { checkoutOf, fillCard, GOOD_CARD, payButton } from "./shopping";

test.describe("a hosted page", () => {
  test("opens in this tab when the browser blocks a new one, and leads back to updated data", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await signUp(page, "no.popups");
    await page.goto("/settings/billing");
    await page.getByRole("button", { name: "Add card" }).click();
    await expect(page.getByRole("heading", { name: "Save a card" })).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
    await fillCard(page, GOOD_CARD);
    await page.getByRole("button", { name: "Save card" }).click();
    await page.getByRole("link", { name: "Back to the site" }).click();
    await expect(page).toHaveURL(/\/settings\/billing$/);
    await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  });

  test("can be left with Back: nothing is blocked, and the next try is charged once", async ({
    playwright,
    launchOptions,
    site,
  }) => {
    // So that Back restores the same page from the cache, frozen during its confirmation.
    const ignoreDefaultArgs = ["--disable-back-forward-cache"];
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs });
    const page = await browser.newPage({ baseURL: site.url });
    await signUp(page, "back.button");
    await (await choosePrintPack(page)).click();
    await expect(payButton(page)).toBeVisible();

    // Delayed, so that this page still responds before the navigation.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect(page).toHaveURL(/\/pricing$/);
    await expect(checkoutOf(page)).toBeHidden();
    await page
      .getByRole("article", { name: "Print pack" })
      .getByRole("button", { name: "Purchase" })
      .click();
    await checkoutOf(page).getByRole("button", { name: "Confirm and pay $12.00" }).click();
    await fillCard(page, GOOD_CARD);
    await payButton(page).click();
    await page.getByRole("link", { name: "Back to the site" }).click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    expect(await readBills(page)).toEqual(["$12.00"]);
    await browser.close();
  });
});

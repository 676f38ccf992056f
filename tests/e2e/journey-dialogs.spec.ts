import type { Page } from "@playwright/test";
import { buy, choose, offerOf } from "./buying";
import { expect, test } from "./fixtures";
import { PASSWORD } from "./people";
import { saveCard } from "./settings";
import { checkoutOf } from "./shopping";

const CUSTOMER = "every.wording";

/** The specification's first matching row decides the title and the sentence. */
async function expectWording(page: Page, title: string, sentence: string): Promise<void> {
  const dialog = checkoutOf(page);
  await expect(dialog.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await expect(dialog).toContainText(sentence);
}

async function chooseAsStranger(page: Page, name: string): Promise<void> {
  await page.goto("/pricing");
  await offerOf(page, name).getByRole("button", { name: "Get started" }).click();
  await page.getByRole("textbox", { name: "Username" }).waitFor();
}

/** The page opens at the customer's own interval. */
async function chooseMonthly(page: Page, button: string): Promise<void> {
  await page.goto("/pricing");
  await page.getByRole("radio", { name: "Monthly" }).check();
  await offerOf(page, "Creator").getByRole("button", { name: button }).click();
}

async function confirm(page: Page): Promise<void> {
  await checkoutOf(page)
    .getByRole("button", { name: /^Confirm/ })
    .click();
  await expect(checkoutOf(page)).toBeHidden();
}

test("every wording of the dialog is reached by clicking", async ({ page }) => {
  await test.step("active: a visitor chooses the free plan", async () => {
    await chooseAsStranger(page, "Free");
    await page.getByRole("textbox", { name: "Username" }).fill(CUSTOMER);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expectWording(page, "Product already active", "You are already subscribed to Free.");
  });
  await saveCard(page);

  for (const [wording, name, button, title, sentence] of [
    ["one-off", "Print pack", "Purchase", "Purchase Print pack", "charged immediately"],
    ["new and free", "Welcome credits", "Get started", "Enable Welcome credits", "is enabled"],
    ["new and paid", "Storage plus", "Get started", "Subscribe to Storage plus", "you subscribe"],
    ["trial", "Pro", "Start Free Trial", "Start trial for Pro", "your free trial starts"],
    ["upgrade", "Creator", "Upgrade", "Upgrade to Creator", "you move to Creator"],
  ] as const) {
    await test.step(wording, async () => {
      await choose(page, name, button);
      await expectWording(page, title, sentence);
    });
  }
  await buy(page, "Welcome credits", "Get started");
  await buy(page, "Creator", "Upgrade");
  await test.step("active and updateable", async () => {
    await choose(page, "Creator", "Update Plan");
    await expectWording(page, "Update Plan", "Change your prepaid quantity.");
  });

  await test.step("upgrade to a year, from which a month is a downgrade", async () => {
    await page.goto("/pricing");
    await page.getByRole("radio", { name: /Yearly/ }).check();
    await offerOf(page, "Pro").getByRole("button", { name: "Upgrade" }).click();
    await confirm(page);
    await chooseMonthly(page, "Downgrade");
    await expectWording(page, "Downgrade to Creator", "Your subscription to Pro annual is");
  });
  await test.step("cancel", async () => {
    await choose(page, "Free", "Cancel Plan");
    await expectWording(page, "Cancel", "Your subscription to Pro annual ends on");
  });
  await chooseMonthly(page, "Downgrade");
  await confirm(page);
  await test.step("renew", async () => {
    await page.getByRole("button", { name: "Keep Pro annual" }).click();
    await expectWording(page, "Renew", "your subscription to Pro annual is renewed");
  });
  await test.step("scheduled: chosen before signing in", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: `Account of ${CUSTOMER}` }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await chooseAsStranger(page, "Creator");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: "Username" }).fill(CUSTOMER);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectWording(page, "Creator product already scheduled", "You are on Pro annual now.");
  });
});

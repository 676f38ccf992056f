import { expect, type Locator, type Page } from "@playwright/test";
import { press } from "./gestures";
import { fillCard, GOOD_CARD } from "./shopping";

/** Saves a card from the billing page, in the tab that it opens. */
export async function saveCard(page: Page): Promise<void> {
  await page.goto("/settings/billing");
  const opened = page.context().waitForEvent("page");
  await press(page.getByRole("button", { name: "Add card" }));
  const tab = await opened;
  await fillCard(tab, GOOD_CARD);
  await press(tab.getByRole("button", { name: "Save card" }));
  await expect(tab.getByRole("heading", { name: "Your card is saved" })).toBeVisible();
  await tab.close();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
}

/** Chooses the add-on that costs $12 once, up to its open checkout. */
export async function choosePrintPack(page: Page): Promise<Locator> {
  await page.goto("/pricing");
  await page
    .getByRole("article", { name: "Print pack" })
    .getByRole("button", { name: "Purchase" })
    .click();
  const button = page.getByRole("button", { name: "Confirm and pay $12.00" });
  await expect(button).toBeVisible();
  return button;
}

/** Every invoice of this page's customer: "$12.00" and the like. */
export async function readBills(page: Page): Promise<string[]> {
  await page.goto("/settings/billing");
  const invoices = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Invoices" }) });
  await expect(invoices).toBeVisible();
  const rows = await invoices.getByRole("listitem").allInnerTexts();
  return rows.map((row) => /\$[\d.]+/.exec(row)?.[0] ?? row);
}

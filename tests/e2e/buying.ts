import { expect, type Locator, type Page } from "@playwright/test";
import { press } from "./gestures";
import { checkoutOf } from "./shopping";

/** A plan or an add-on of the pricing page. */
export function offerOf(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

/** Clicks the button of a plan or an add-on, up to its open checkout. */
export async function choose(page: Page, name: string, button: string): Promise<Locator> {
  await page.goto("/pricing");
  await press(offerOf(page, name).getByRole("button", { name: button, exact: true }));
  await expect(checkoutOf(page)).toBeVisible();
  return checkoutOf(page);
}

/** Buys with a saved card, or a product that needs none. */
export async function buy(page: Page, name: string, button: string): Promise<void> {
  await choose(page, name, button);
  await press(checkoutOf(page).getByRole("button", { name: /^Confirm/ }));
  await expect(checkoutOf(page)).toBeHidden();
}

/** Advances the customer's clock to the next scheduled event. */
export async function passTime(page: Page): Promise<void> {
  await page.goto("/dev/billing");
  await press(page.getByRole("button", { name: "Advance to the next event" }));
  await expect(page.getByText("by a test clock")).toBeVisible();
}

import { expect, type Locator, type Page } from "@playwright/test";
import { chooseFiles, press, type } from "./gestures";
import { signUp } from "./people";
import { series } from "./pictures";

export const GOOD_CARD = "4242 4242 4242 4242";
export const DECLINED_CARD = "4000 0000 0000 0002";

/** The monthly uploads of the free plan. */
export const FREE_UPLOADS = 10;

/** The paywall and the checkout share their title; their other content differs. */
export function paywallOf(page: Page): Locator {
  return page.locator('[data-slot="paywall-dialog"]');
}

export function checkoutOf(page: Page): Locator {
  return page.locator('[data-slot="checkout-dialog"]');
}

export function uploadsMeter(page: Page): Locator {
  return page.locator(".upload-meter").getByRole("meter", { name: "Uploads" });
}

/** Chooses files on the upload screen and publishes all of them. */
export async function publish(page: Page, files: ReturnType<typeof series>["files"]) {
  await chooseFiles(page, files);
  const works = files.length === 1 ? "1 work" : `${files.length} works`;
  await press(page.getByRole("button", { name: `Publish ${works}` }));
}

/** A new member who shares one work more than the free plan allows: the paywall is open. */
export async function reachLimit(page: Page, username: string): Promise<void> {
  await signUp(page, username);
  await page.goto("/upload");
  await publish(page, series(`Work of ${username}`, FREE_UPLOADS + 1).files);
  await expect(paywallOf(page)).toBeVisible({ timeout: 20_000 });
}

/** From the open paywall to its checkout. */
export async function openCheckout(page: Page): Promise<Locator> {
  await press(paywallOf(page).getByRole("button", { name: "Upgrade to Creator" }));
  const checkout = checkoutOf(page);
  await expect(checkout).toBeVisible();
  return checkout;
}

/** Confirms, and returns the tab with the card page. */
export async function confirm(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await press(checkoutOf(page).getByRole("button", { name: "Confirm and pay $6.00" }));
  const tab = await opened;
  await expect(tab).toHaveURL(/\/sandbox\/checkout\//);
  return tab;
}

export async function fillCard(tab: Page, number: string): Promise<void> {
  await type(tab.getByLabel("Card number"), number);
  await type(tab.getByLabel(/^Expir/), "12/34");
  await type(tab.getByLabel(/^(Security code|CVC)/), "123");
}

export function payButton(tab: Page): Locator {
  return tab.getByRole("button", { name: /^Pay/ });
}

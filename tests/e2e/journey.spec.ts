import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp, watchRulesTurnGreen } from "./people";
import { cardOf, series } from "./pictures";
import {
  confirm,
  fillCard,
  FREE_UPLOADS,
  GOOD_CARD,
  openCheckout,
  payButton,
  paywallOf,
  publish,
  uploadsMeter,
} from "./shopping";

const ARTIST = "journey.ada";
const JOURNEY_TIMEOUT_MS = 120_000;

/** Counts page loads from now on: without one, changes in a tab arrived live. */
function countLoads(tab: Page): () => number {
  let loads = 0;
  tab.on("load", () => (loads += 1));
  return () => loads;
}

test("a new member shares up to the limit, subscribes, and everything survives a crash", async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(JOURNEY_TIMEOUT_MS);
  const { titles, files } = series("Tide", FREE_UPLOADS + 1);
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)];
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto("/");
  await expect(visitor.getByRole("article").first()).toBeVisible();
  const visitorLoads = countLoads(visitor);

  await watchRulesTurnGreen(page);
  await signUp(page, ARTIST);
  await page.goto("/upload");
  const secondTab = await page.context().newPage();
  await secondTab.goto("/upload");
  await expect(uploadsMeter(secondTab)).toHaveAttribute("aria-valuetext", "0 of 10");
  const tabLoads = [countLoads(page), countLoads(secondTab)];

  await test.step("pictures appear in a second browser without a reload", async () => {
    await publish(page, files.slice(0, 1));
    await expect(cardOf(visitor, first, ARTIST)).toBeVisible();
    await expect(uploadsMeter(secondTab)).toHaveAttribute("aria-valuetext", "1 of 10");
  });

  await test.step("the upload after the last is refused, and the file stays", async () => {
    await publish(page, files.slice(1));
    await expect(paywallOf(page)).toBeVisible({ timeout: 20_000 });
    await expect(uploadsMeter(secondTab)).toHaveAttribute("aria-valuetext", "10 of 10");
  });

  await test.step("the paywall names the plan that unlocks it", async () => {
    const paywall = paywallOf(page);
    await expect(paywall.getByRole("heading", { name: "Upgrade to Creator" })).toBeVisible();
    await expect(paywall).toContainText("You have reached the usage limit for uploads.");
    await expect(paywall).toContainText("100 uploads per month");
  });

  await test.step("the checkout shows the price and what is due today", async () => {
    const checkout = await openCheckout(page);
    await expect(checkout).toContainText("Subscription $6 per month");
    await expect(checkout).toContainText("Total due today $6.00");
  });

  const cardTab = await confirm(page);
  await test.step("the card page takes a test card", async () => {
    await fillCard(cardTab, GOOD_CARD);
    await payButton(cardTab).click();
  });

  await test.step("every tab has the new balance, and the refused upload succeeds", async () => {
    await expect(paywallOf(page)).toBeHidden();
    await expect(uploadsMeter(page)).toHaveAttribute("aria-valuetext", "1 of 100");
    await expect(uploadsMeter(secondTab)).toHaveAttribute("aria-valuetext", "1 of 100");
    await expect(cardOf(visitor, last, ARTIST)).toBeVisible();
    expect(tabLoads.map((loads) => loads())).toEqual([0, 0]);
    expect(visitorLoads()).toBe(0);
  });

  await site.crash();
  await test.step("the user is still signed in and subscribed, and the pictures are still there", async () => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: `Account of ${ARTIST}` })).toBeVisible();
    await expect(cardOf(page, last, ARTIST)).toBeVisible();
    await page.goto("/upload");
    await expect(uploadsMeter(page)).toHaveAttribute("aria-valuetext", "1 of 100");
    await page.goto(`/u/${ARTIST}`);
    for (const title of titles) await expect(cardOf(page, title, ARTIST)).toBeVisible();
  });
  await visitor.context().close();
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { inspect, inspectDialog } from "./inspect";
import { signUp } from "./people";
import { cardOf, pictureFile } from "./pictures";
import { saveCard } from "./settings";
import { checkoutOf, paywallOf, publish } from "./shopping";

const [OWNER, BEN, CLEO] = ["runs.it", "paints.late", "draws.early"];

test.use({ hand: "keys" });

async function invite(page: Page, username: string): Promise<void> {
  const form = page.getByRole("form", { name: "Invite an artist" });
  await type(form.getByRole("textbox", { name: "Invite an artist" }), username);
  await press(form.getByRole("button", { name: "Invite" }));
  await expect(page.getByText("Member, invited")).toBeVisible();
}

async function join(page: Page): Promise<void> {
  await page.goto("/notifications");
  await press(page.getByRole("link", { name: /invites you to join Night Shift/ }));
  await press(page.getByRole("button", { name: "Join" }));
  await expect(page.getByRole("link", { name: "Members" })).toBeVisible();
}

test("three artists share a plan and a studio page", async ({ page, browser, site }) => {
  test.slow();
  const openTab = async () => await (await browser.newContext({ baseURL: site.url })).newPage();
  const [ben, cleo] = [await openTab(), await openTab()];
  await signUp(ben, BEN);
  await signUp(cleo, CLEO);
  await signUp(page, OWNER);
  await saveCard(page);

  await test.step("the paywall sells the plan, and the studio opens by itself", async () => {
    await page.goto("/studio/new");
    await type(page.getByRole("textbox", { name: "Name", exact: true }), "Night Shift");
    await press(page.getByRole("button", { name: "Open the studio" }));
    await press(paywallOf(page).getByRole("button", { name: "Upgrade to Studio" }));
    await press(checkoutOf(page).getByRole("button", { name: "Confirm and pay $39.00" }));
    await expect(page).toHaveURL(/\/studio\/night-shift\/members$/);
    await expect(page.getByText("Owner, has a seat")).toBeVisible();
  });

  await test.step("two members are invited, join, and get a seat", async () => {
    await invite(page, BEN);
    await join(ben);
    await expect(page.getByText("Member, no seat")).toBeVisible();
    await press(page.getByRole("button", { name: `Give ${BEN} a seat` }));
    await expect(page.getByText("Member, has a seat")).toHaveCount(1);
    await invite(page, CLEO);
    await join(cleo);
    const more = page.getByRole("button", { name: `More actions for ${BEN}` });
    await press(more);
    await press(page.getByRole("button", { name: "Transfer the seat" }));
    await inspectDialog(page, "seat-transfer");
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
    await press(page.getByRole("button", { name: `Give ${CLEO} a seat` }));
    await expect(page.getByText("Member, has a seat")).toHaveCount(2);
    await expect(page.getByText("All seats are taken.")).toBeVisible();
    await inspect(page, "studio-members");
  });

  await test.step("a member's work for the studio is on its page, and uses the seat's allowance", async () => {
    await ben.goto("/upload?studio=night-shift");
    await publish(ben, [pictureFile("three-in-the-morning.jpg")]);
    await expect(ben.getByRole("link", { name: "See it live" })).toBeVisible();
    await cleo.goto("/studio/night-shift");
    await expect(cardOf(cleo, "Three in the morning", BEN)).toBeVisible();
    await inspect(cleo, "studio");
    await expect(page.getByText("Unlimited")).toHaveCount(3);
  });

  for (const tab of [ben, cleo]) await tab.context().close();
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { PASSWORD, signUp } from "./people";
import { cardOf, sharePicture } from "./pictures";

const LEAVING = "leaves.soon";
const STAYING = "stays.here";

test.use({ hand: "keys" });

async function openWork(page: Page, title: string, artist: string): Promise<void> {
  await page.goto("/");
  await press(cardOf(page, title, artist));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function likeAndSay(page: Page, title: string, text: string): Promise<void> {
  await press(page.getByRole("button", { name: `Like ${title}, 0 so far` }));
  await type(page.getByRole("textbox", { name: "Say what you see" }), text);
  await press(page.getByRole("button", { name: "Comment", exact: true }));
  await expect(page.getByRole("heading", { name: "1 comment" })).toBeVisible();
}

test("a deleted account disappears completely, and nothing of others does", async ({
  page,
  browser,
  site,
}) => {
  const other = await (await browser.newContext({ baseURL: site.url })).newPage();
  await signUp(other, STAYING);
  await sharePicture(other, "Stays");
  await signUp(page, LEAVING);
  await sharePicture(page, "Leaves");

  await openWork(page, "Stays", STAYING);
  await likeAndSay(page, "Stays", "I was here.");
  await page.goto(`/u/${STAYING}`);
  await press(page.getByRole("button", { name: `Follow ${STAYING}` }));
  await expect(page.getByRole("button", { name: "1 follower" })).toBeVisible();

  await openWork(other, "Leaves", LEAVING);
  await likeAndSay(other, "Leaves", "Do not go.");
  const file = await other.getByRole("link", { name: "Original" }).getAttribute("href");
  await other.goto(`/u/${STAYING}`);

  await test.step("the member enters their password", async () => {
    await page.goto("/settings");
    await press(page.getByRole("button", { name: "Delete account…" }));
    await type(page.getByLabel("Your password"), PASSWORD);
    await press(page.getByRole("button", { name: "Delete everything" }));
    await expect(page.getByText("Your account is deleted")).toBeVisible();
    await expect(page.getByRole("link", { name: "Join Spotlight" }).first()).toBeVisible();
  });

  await test.step("the counts of others are right again", async () => {
    await expect(other.getByRole("button", { name: "0 followers" })).toBeVisible();
    await openWork(other, "Stays", STAYING);
    await expect(other.getByRole("button", { name: "Like Stays, 0 so far" })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Comments", exact: true })).toBeVisible();
    await expect(other.getByText("I was here.")).toBeHidden();
    await other.goto("/notifications");
    await expect(other.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  });

  await test.step("page, works and files are gone, and the name waits for thirty days", async () => {
    await other.goto("/");
    await expect(cardOf(other, "Stays", STAYING)).toBeVisible();
    await expect(cardOf(other, "Leaves", LEAVING)).toBeHidden();
    expect((await fetch(String(file))).status).toBe(404);
    await page.goto("/sign-up");
    await type(page.getByRole("textbox", { name: "Username" }), LEAVING);
    await expect(page.getByText("That username is taken")).toBeVisible();
  });
  await other.context().close();
});

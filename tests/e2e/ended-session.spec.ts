import type { Page } from "@playwright/test";
import { expect, test, type SharedSite } from "./fixtures";
import { inspectDialog } from "./inspect";
import { operate } from "./operator";
import { PASSWORD, signUp } from "./people";
import { cardOf, sharePicture } from "./pictures";

const NEXT_PASSWORD = "Charcoal&8moons";
const STORED = "spotlight.refreshToken";

interface Stored {
  accessToken: string;
  refreshToken: string;
}

const storedIn = async (page: Page): Promise<Stored> =>
  JSON.parse((await page.evaluate((key) => localStorage.getItem(key), STORED)) ?? "null") as Stored;

/** Calls a function of the running backend with a token, as any client can. */
async function call(
  { place }: SharedSite,
  token: string,
  [kind, path]: readonly ["mutation" | "action", string],
  args: object,
) {
  const response = await fetch(`http://127.0.0.1:${place.convexPort}/api/${kind}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ path, format: "json", args }),
  });
  const { value } = (await response.json()) as { value?: { error: { code: string } | null } };
  return value?.error?.code;
}

async function openWork(page: Page, title: string, artist: string): Promise<void> {
  await page.goto("/");
  await cardOf(page, title, artist).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function changePassword(page: Page): Promise<void> {
  await page.goto("/settings/security");
  const form = page.getByRole("region", { name: "Password" });
  await form.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await form.getByRole("textbox", { name: "New password" }).fill(NEXT_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
}

test("a session that ends elsewhere changes nothing more, and loses no typed text", async ({
  page,
  browser,
  site,
}) => {
  const artist = "two.places";
  await signUp(page, artist);
  await sharePicture(page, "Split");
  await openWork(page, "Split", artist);
  const artworkId = page.url().split("/").at(-1) ?? "";
  const words = page.getByRole("textbox", { name: "Say what you see" });
  await words.fill("Half a thought");
  const old = await storedIn(page);

  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  await elsewhere.goto("/sign-in");
  await elsewhere.getByRole("textbox", { name: "Username" }).fill(artist);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await expect(elsewhere).toHaveURL(/\/$/);
  await changePassword(elsewhere);

  await test.step("its token is refused", async () => {
    for (const [call_, args] of [
      [["mutation", "community/comments/functions:add"], { artworkId, text: "Still here" }],
      [["mutation", "community/artworks/functions:remove"], { id: artworkId }],
      [["mutation", "community/uploads/functions:begin"], { mediaType: "image/png", bytes: 10 }],
      [["action", "billing:attach"], { productId: "welcome_credits" }],
    ] as const) {
      expect([call_, await call(site, old.accessToken, call_, args)]).toEqual([
        call_,
        "unauthenticated",
      ]);
    }
  });

  await test.step("its page asks for the password, and continues", async () => {
    const dialog = page.locator('[data-slot="sign-in-again-dialog"]');
    await inspectDialog(page, "sign-in-again-dialog");
    await page.keyboard.press("Escape");
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await expect(words).toHaveValue("Half a thought");
    await page.getByRole("button", { name: "Sign in again" }).click();
    await dialog.getByRole("textbox", { name: `Password of ${artist}` }).fill(NEXT_PASSWORD);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(words).toHaveValue("Half a thought");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByRole("heading", { name: "1 comment" })).toBeVisible();
  });

  await test.step("signing out ends the token, too", async () => {
    const { accessToken } = await storedIn(page);
    await page.goto("/");
    await page.getByRole("button", { name: `Account of ${artist}` }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Join Spotlight" }).first()).toBeVisible();
    const edit = ["mutation", "community/artworks/functions:edit"] as const;
    await expect
      .poll(() => call(site, accessToken, edit, { id: artworkId, title: "Mine" }))
      .toBe("unauthenticated");
  });
  await elsewhere.context().close();
});

test("a suspended member reads why, on open pages too", async ({ page, site }) => {
  await signUp(page, "too.loud");
  await page.goto("/u/too.loud");
  await expect(page.getByRole("button", { name: "0 followers" })).toBeVisible();
  const reason = "The same comment under 40 works";
  await operate(site.place, "community/moderation/suspensions:suspend", {
    username: "too.loud",
    reason,
  });
  await expect(page.getByText("Your account is suspended.")).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  const { accessToken } = await storedIn(page);
  const follow = ["mutation", "community/relationships/follows:set"] as const;
  const args = { username: "nobody", followed: true };
  expect(await call(site, accessToken, follow, args)).toBe("account_suspended");
  await operate(site.place, "community/moderation/suspensions:reinstate", { username: "too.loud" });
  await expect(page.getByText("Your account is suspended.")).toBeHidden();
});

test("a page that is closed while it loads signs no user out", async ({ page, context }) => {
  await signUp(page, "quick.tabs");
  for (let times = 0; times < 3; times += 1) {
    await page.evaluate((key) => {
      // In the format of an earlier version of the site, without an access token that would save
      // the refresh.
      const stored = localStorage.getItem(key) ?? "";
      const { refreshToken } = stored.startsWith("{")
        ? (JSON.parse(stored) as Stored)
        : { refreshToken: stored };
      localStorage.setItem(key, refreshToken);
    }, STORED);
    const closing = await context.newPage();
    let refreshed = () => {};
    const isRefreshed = new Promise<void>((resolve) => (refreshed = resolve));
    await closing.route(/\/api\/action/, async (route) => {
      const isRefresh = route.request().postData()?.includes("sessions:refresh") === true;
      // The server responds, but no page receives it.
      await (isRefresh ? route.fetch() : route.continue());
      if (isRefresh) refreshed();
    });
    await closing.goto("/", { waitUntil: "commit" });
    await isRefreshed;
    await closing.close();
  }
  await page.reload();
  await expect(page.getByRole("button", { name: "Account of quick.tabs" })).toBeVisible();
});

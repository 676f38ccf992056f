import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { inspect } from "./inspect";
import { PASSWORD, signUp } from "./people";

const NEXT_PASSWORD = "Charcoal&8moons";
const ADDRESS = "two.steps@art.example";

/** Turns two-step sign-in on, with what an authenticator app would show. */
async function turnOn(page: Page): Promise<string[]> {
  const part = page.getByRole("region", { name: "Two-step sign-in" });
  await part.getByRole("button", { name: "Turn on…" }).click();
  await part.getByLabel("Current password").fill(NEXT_PASSWORD);
  await part.getByRole("button", { name: "Continue" }).click();
  await expect(part.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = (await part.locator("code").textContent()) ?? "";
  await inspect(page, "security");
  const { Secret, TOTP } = await import("otpauth");
  const key = Secret.fromBase32(secret.replaceAll(" ", ""));
  await part.getByLabel("Code").fill(new TOTP({ secret: key }).generate());
  await part.getByRole("button", { name: "Turn on", exact: true }).click();
  const codes = part.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const texts = await codes.allTextContents();
  await part.getByRole("button", { name: "I have kept them" }).click();
  return texts;
}

test("an address is confirmed, a password is reset, a code is asked for, a browser is signed out", async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, "two.steps");
  await page.goto("/settings/security");
  const part = page.getByRole("region", { name: "E-mail address" });
  await part.getByRole("textbox", { name: "E-mail address" }).fill(ADDRESS);
  await part.getByLabel("Current password").fill(PASSWORD);
  await part.getByRole("button", { name: "Send a link to this address" }).click();
  await expect(part.getByText(`Confirm ${ADDRESS}.`)).toBeVisible();
  await page.goto("/dev/mail");
  const mail = page.getByRole("article", { name: "Confirm your e-mail address" });
  await mail.getByText("As HTML").click();
  await inspect(page, "dev-mail");
  await mail.getByRole("link", { name: /confirm-email/ }).click();
  await expect(page).toHaveURL(/\/confirm-email$/);
  const confirm = page.getByRole("button", { name: "Confirm this address" });
  await expect(confirm).toBeVisible();
  await inspect(page, "confirm-email");
  await confirm.click();
  await expect(page.getByText("Your address is confirmed.")).toBeVisible();

  await test.step("now mails about notifications can be chosen", async () => {
    await page.goto("/settings/notifications");
    const mails = page.getByRole("checkbox", { name: "Comments: by mail" });
    await mails.focus();
    await page.keyboard.press("Space");
    await page.reload();
    await expect(mails).toBeChecked();
    await inspect(page, "notification-settings");
  });

  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage();
  await test.step("who forgot the password gets a link, and signs in with a new one", async () => {
    await elsewhere.goto("/sign-in");
    await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
    const typed = elsewhere.getByRole("textbox", { name: "Username or e-mail address" });
    await expect(typed).toBeVisible();
    await inspect(elsewhere, "forgot-password");
    await typed.fill("two.steps");
    await elsewhere.getByRole("button", { name: "Send me a link" }).click();
    await expect(elsewhere.getByText("Look at your mail.")).toBeVisible();
    await page.goto("/dev/mail");
    const link = page.getByRole("link", { name: /reset-password/ });
    await elsewhere.goto((await link.getAttribute("href")) ?? "");
    await expect(elsewhere).toHaveURL(/\/reset-password$/);
    const next = elsewhere.getByRole("textbox", { name: "New password" });
    await expect(next).toBeVisible();
    await inspect(elsewhere, "reset-password");
    await next.fill(NEXT_PASSWORD);
    await elsewhere.getByRole("button", { name: "Change password" }).click();
    await elsewhere.getByRole("link", { name: "Sign in" }).click();
    const dialog = page.locator('[data-slot="sign-in-again-dialog"]');
    await dialog.getByRole("textbox", { name: "Password of two.steps" }).fill(NEXT_PASSWORD);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("a sign-in with two steps", async () => {
    await page.goto("/settings/security");
    const [code = ""] = await turnOn(page);
    await elsewhere.getByRole("textbox", { name: "Username" }).fill("two.steps");
    await elsewhere.getByRole("textbox", { name: "Password" }).fill(NEXT_PASSWORD);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await expect(elsewhere.getByRole("textbox", { name: "Code" })).toBeFocused();
    await elsewhere.keyboard.type(code);
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere).toHaveURL(/\/$/);
  });

  await test.step("signs out there", async () => {
    await page.getByRole("button", { name: /^Sign out there/ }).click();
    await expect(page.getByRole("button", { name: /^Sign out there/ })).toHaveCount(0);
    await expect(elsewhere.getByText("You are signed out.")).toBeVisible();
  });
  await elsewhere.context().close();
});

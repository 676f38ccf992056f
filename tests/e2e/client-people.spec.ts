import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PASSWORD, signUp } from "./people";
import { choosePrintPack, saveCard } from "./settings";
import { checkoutOf } from "./shopping";

/**
 * Records which of some texts the document contains from now on, visible or not, and in which
 * order.
 */
async function noteTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  const noted: string[] = [];
  await page.exposeFunction("noteText", (text: string) => noted.push(text));
  await page.evaluate((wanted) => {
    const { noteText } = window as unknown as { noteText: (text: string) => void };
    const left = new Set(wanted);
    const look = () => {
      const whole = document.documentElement.outerHTML;
      for (const text of left) {
        if (!whole.includes(text)) continue;
        left.delete(text);
        noteText(text);
      }
    };
    // It is notified of every change before the browser paints it.
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(document, everything);
  }, texts);
  return noted;
}

test("a user who signs in after another never sees the other's data", async ({
  page,
  browser,
  site,
}) => {
  const elsewhere = await browser.newContext({ baseURL: site.url });
  await signUp(await elsewhere.newPage(), "next.person");
  await elsewhere.close();

  await signUp(page, "first.person");
  await saveCard(page);
  await (await choosePrintPack(page)).click();
  await expect(checkoutOf(page)).toBeHidden();
  await page.goto("/settings/billing");
  await expect(page.getByText("$12.00")).toBeVisible();

  await page.getByRole("button", { name: "Account of first.person" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to see your billing" })).toBeVisible();
  const noted = await noteTexts(page, ["first.person", "4242", "$12.00", "next.person", "No card"]);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill("next.person");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Account of next.person" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add card" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
  expect(noted).toContain("next.person");
  expect(noted.filter((text) => ["first.person", "4242", "$12.00"].includes(text))).toEqual([]);
});

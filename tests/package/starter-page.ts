import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { findTestBrowser } from "../../scripts/browser";
import { PATIENCE_MS, startExample } from "./example-copy";

/** Starts the example in this folder, and opens its page. */
export async function useStarter(
  folder: string,
  serve: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const starter = await startExample(folder, serve);
  const { executablePath, env } = findTestBrowser(process.env);
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(starter.site);
    await use(page);
  } finally {
    await browser.close();
    await starter.stop();
  }
}

/** As a first-time visitor. */
export async function signIn(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).last().click();
  await page.getByLabel("Name").fill("ana");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Continue" }).click();
}

export async function buy(page: Page, pay: string): Promise<void> {
  await page.getByRole("button", { name: "Upgrade" }).click();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel(/^Expir/).fill("12/34");
  await page.getByLabel(/^(Security code|CVC)/).fill("123");
  await page.getByRole("button", { name: pay }).click();
  await page.getByRole("link", { name: "Back to the site" }).click();
}

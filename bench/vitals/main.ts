import { chromium } from "@playwright/test";
import type { Browser, BrowserContext } from "@playwright/test";
import { findBrowser } from "../../scripts/browser";
import { fillGallery, measureScroll } from "./load-test";
import { measureAnswers, measureLoads } from "./phone";
import { measurePush } from "./push";
import { startSite } from "./site";
import type { Site } from "./site";

const WORKS = 10_000;
const USERNAME = "vital.signs";

const PARTS = ["visits", "push", "answers", "scroll"] as const;
type Part = (typeof PARTS)[number];

/** `npm run vitals`: the numbers of docs/site-performance.md. Names of parts run only those. */
async function main(): Promise<void> {
  const site = await startSite();
  const { executablePath, env } = findBrowser(process.env);
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  try {
    const named = PARTS.filter((part) => process.argv.includes(part));
    await measure(browser, site, named.length > 0 ? named : PARTS);
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measure(browser: Browser, site: Site, parts: readonly Part[]): Promise<void> {
  if (parts.includes("visits")) {
    console.log("First visit, a phone with a quarter of this machine's speed on slow 4G");
    const shared = await newestWork(browser, site.url);
    console.table(await measureLoads(browser, site.url, ["/", "/pricing", "/explore", shared]));
  }
  if (parts.includes("push") || parts.includes("answers")) {
    await measureMember(browser, site, parts);
  }
  if (parts.includes("scroll")) {
    await fillGallery(site, WORKS);
    console.log(`Scrolling a gallery of ${WORKS} works, at full speed`);
    console.table(await measureScroll(browser, site.url, WORKS));
  }
}

/** The address of a work, as someone shares it. */
async function newestWork(browser: Browser, site: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site);
  const address = await page
    .getByRole("article")
    .first()
    .getByRole("link")
    .first()
    .getAttribute("href");
  await page.close();
  if (address === null) throw new Error("The gallery shows no work");
  return address;
}

async function measureMember(browser: Browser, site: Site, parts: readonly Part[]): Promise<void> {
  const strangers = await customersOf(site);
  const member = await signUp(browser, site.url);
  if (parts.includes("push")) {
    console.log("From a change of a balance being sent to another tab showing it, on loopback");
    console.table(await measurePush(member, site, await newCustomer(site, strangers)));
  }
  if (parts.includes("answers")) {
    console.log("Answers to a finger on the same phone");
    console.table(await measureAnswers(browser, site.url, await member.storageState()));
  }
}

async function signUp(browser: Browser, address: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}/sign-up`);
  await page.getByRole("textbox", { name: "Username" }).fill(USERNAME);
  await page.getByRole("textbox", { name: "Password" }).fill("Gouache&7suns");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: `Account of ${USERNAME}` }).waitFor();
  await page.goto(`${address}/settings/billing`);
  await page.getByRole("heading", { name: "Invoices" }).waitFor();
  await page.close();
  return context;
}

async function customersOf(site: Site): Promise<string[]> {
  // The customer list of the /v1 API.
  const { list } = (await site.bill("GET", "/customers?limit=100")) as { list: { id: string }[] };
  return list.map(({ id }) => id);
}

/** The new customer: the one that was not there before. */
async function newCustomer(site: Site, before: readonly string[]): Promise<string> {
  const found = (await customersOf(site)).find((id) => !before.includes(id));
  if (found === undefined) throw new Error("Whoever signed up is no customer yet");
  return found;
}

await main();

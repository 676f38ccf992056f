import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { observe, openTab } from "./observe";
import { median, round } from "./numbers";

/** A mid-range phone: its screen, a quarter of this machine's speed, and slow 4G. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const CPU_RATE = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const ROUNDS = 5;
/** Longer than anything that moves after the page has loaded. */
const SETTLED_MS = 4000;
/** Longer than the response to a tap. */
const ANSWERED_MS = 1200;

type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function openPhone(browser: Browser, storageState?: Storage): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) });
  const page = await openTab(context);
  await observe(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  return page;
}

/** The scripts of a page, gzipped: its own, and those that it loads later. */
function weighScripts(page: Page) {
  const weights: Promise<{ gzip: number; path: string }>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const path = new URL(response.url()).pathname;
    weights.push(
      response.body().then((body) => ({ gzip: gzipSync(body, { level: 9 }).length, path })),
    );
  });
  return async (html: string) => {
    const all = await Promise.all(weights);
    const sum = (named: boolean) =>
      all
        .filter(({ path }) => html.includes(path) === named)
        .reduce((bytes, { gzip }) => bytes + gzip, 0) / 1000;
    return { first: sum(true), later: sum(false) };
  };
}

/** One first visit, with nothing cached. */
async function visit(browser: Browser, address: string) {
  const page = await openPhone(browser);
  const weigh = weighScripts(page);
  const html = await (await page.goto(address, { waitUntil: "load" }))?.text();
  await page.waitForTimeout(SETTLED_MS);
  const felt = await page.evaluate(() => window.felt);
  const scripts = await weigh(html ?? "");
  await page.context().close();
  return { ...felt, scripts };
}

type Visit = Awaited<ReturnType<typeof visit>>;

/** Medians of first visits to some pages. */
export async function measureLoads(browser: Browser, site: string, paths: readonly string[]) {
  const rows: Record<string, object> = {};
  for (const path of paths) {
    const visits: Visit[] = [];
    for (let i = 0; i < ROUNDS; i++) visits.push(await visit(browser, `${site}${path}`));
    const of = (value: (each: Visit) => number) => median(visits.map(value));
    rows[path] = {
      "JS kB gzip": round(
        of(({ scripts }) => scripts.first),
        1,
      ),
      "JS later": round(
        of(({ scripts }) => scripts.later),
        1,
      ),
      "LCP ms": round(of(({ lcp }) => lcp)),
      largest: visits[0]?.largest ?? "",
      CLS: round(
        of(({ cls }) => cls),
        4,
      ),
    };
  }
  return rows;
}

/** Medians of a phone's response times to taps. */
export async function measureAnswers(browser: Browser, site: string, member: Storage) {
  const delays: Record<string, number[]> = {};
  // One tab for all rounds: a session that another tab continues ends here.
  const page = await openPhone(browser, member);
  for (let i = 0; i < ROUNDS; i++) {
    await page.goto(site, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED_MS);
    const feel = async (name: string, act: () => Promise<void>) => {
      await page.evaluate(() => (window.felt.delays = []));
      await act();
      await page.waitForTimeout(ANSWERED_MS);
      const answers = await page.evaluate(() => window.felt.delays);
      // A response within one frame is not reported.
      (delays[name] ??= []).push(Math.max(0, ...answers));
    };
    const card = page.getByRole("article").nth(1);
    await feel("open the menu", () => page.getByRole("button", { name: /^Account of/ }).tap());
    await page.keyboard.press("Escape");
    await feel("like a work", () => card.getByRole("button", { name: /^Like/ }).tap());
    await feel("open a work", () => card.getByRole("link").first().tap());
  }
  await page.context().close();
  return Object.fromEntries(
    Object.entries(delays).map(([name, all]) => [name, { "INP ms": median(all) }]),
  );
}

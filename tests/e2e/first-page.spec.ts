import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { keepScreenshot } from "./screenshot";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

const isScript = (url: string) => /assets\/first-.*\.js/.test(url);
const isSecondFont = (url: string) => url.includes("newsreader");

/**
 * The preloaded results in a server-rendered page. A server that is busy for a second sends a page
 * without them.
 */
const drawing = (page: Page) => page.locator("#first-answers");

/** The browser's reports while a page loads, with or without its scripts. */
async function open(page: Page, path: string, scripts: "come" | "never come") {
  const wrong: string[] = [];
  page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
  page.on("pageerror", ({ message }) => wrong.push(message));
  if (scripts === "never come") await page.route("**/assets/first-*.js", (route) => route.abort());
  await expect(async () => {
    wrong.length = 0;
    await page.goto(path);
    if (scripts === "never come") expect(await drawing(page).count()).toBe(1);
  }).toPass();
  return wrong;
}

/** The positions of the works: left, top, width and height. */
async function placesOf(page: Page): Promise<Map<string, number[]>> {
  const places = await page.locator(".grid-place").evaluateAll((items) =>
    items.map((item): [number: string, place: number[]] => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return [item.ariaPosInSet ?? "", [x, y, width, height]];
    }),
  );
  return new Map(places);
}

/** Invisible differences: a caption is a tenth of a pixel higher until its font has loaded. */
const UNSEEN_PX = 0.5;

/** Works that moved after the server had rendered them. */
function moved(drawn: Map<string, number[]>, whole: Map<string, number[]>) {
  return [...drawn].filter(([number, place]) => {
    const now = whole.get(number);
    return !now || place.some((value, at) => Math.abs(value - (now[at] ?? Infinity)) > UNSEEN_PX);
  });
}

/** What docs/site-performance.md aims at, gzipped. */
const MAX_SCRIPT_BYTES = 130_000;

test("the page names few scripts, and small ones", async ({ request }) => {
  const page = await (await request.get("/")).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]*\.js)"/g)];
  const sizes = scripts.map(([, path]) => readFileSync(`dist${path}.gz`).length);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPT_BYTES);
});

for (const size of [PHONE, DESK]) {
  test(`works are laid out before scripts load, where they stay, at ${size.width} px`, async ({
    page,
    browser,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.setViewportSize(size);
    await open(page, "/", "never come");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect.poll(() => asked.findIndex(isScript)).toBeGreaterThan(0);
    // Earlier requests share the network with the scripts, so a second font is not among them.
    expect(asked.slice(0, asked.findIndex(isScript)).filter(isSecondFont)).toEqual([]);
    await keepScreenshot(page, `first-page-${size.width}`);
    const drawn = await placesOf(page);
    expect(drawn.size).toBeGreaterThan(2);

    const whole = await (await browser.newContext({ viewport: size })).newPage();
    const wrong = await open(whole, page.url(), "come");
    await expect(whole.locator(".app-site section[aria-label*=Notifications]")).toBeAttached();
    expect(moved(drawn, await placesOf(whole))).toEqual([]);
    expect(wrong).toEqual([]);
    await whole.context().close();
  });
}

test("a visitor's click before the scripts load is handled after", async ({ page }) => {
  let isPressed = false;
  await page.route("**/assets/first-*.js", async (route) => {
    if ((await drawing(page).count()) > 0) {
      await page
        .getByRole("button", { name: /^Like / })
        .first()
        .click();
      isPressed = true;
    }
    await route.continue();
  });
  await expect(async () => {
    await page.goto("/explore");
    expect(isPressed).toBe(true);
  }).toPass();
  await expect(page).toHaveURL(/sign-in/);
});

test("a signed-in user is never shown the visitors' page", async ({ page }) => {
  await signUp(page, "linus.t");
  await open(page, "/", "never come");
  await expect(page.locator("#root")).toBeEmpty();
});

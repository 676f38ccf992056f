import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { keepScreenshot } from "./screenshot";
import { saveCard } from "./settings";
import { checkoutOf, paywallOf } from "./shopping";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];
/** Elements with visible bounds: forced colours remove fills and shadows, and keep borders. */
const BOUNDED = [
  ".billing-dialog",
  ".billing-button",
  ".billing-input",
  ".billing-meter",
  "[class$=-plan-card]",
].join();

const measureOverflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Elements without a visible border. */
function findUnbounded(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return parseFloat(borderTopWidth) === 0 || borderTopColor === backgroundColor;
    })
    .map(({ className }) => className);
}

/** Amounts whose sign is not shown before their digits. */
function findTurnedAmounts(): string[] {
  const turned: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? "";
    if (!/^[-+]\D?\d/.test(text)) continue;
    const [sign, next] = [0, 1].map((at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    });
    if (Number(sign) > Number(next)) turned.push(text);
  }
  return turned;
}

/** The duration until the first one appears, in milliseconds. */
async function timeOf(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return 1000 * Math.max(parseFloat(animationDuration), parseFloat(transitionDuration));
    });
}

async function turn(page: Page, dir: "ltr" | "rtl"): Promise<void> {
  await page.evaluate((next) => (document.documentElement.dir = next), dir);
}

/** The distance between the end of one and the start of the other, from the left. */
async function gapBetween(page: Page, left: string, right: string): Promise<number> {
  const [one, other] = await Promise.all(
    [left, right].map((selector) => page.locator(selector).boundingBox()),
  );
  return one && other ? other.x - (one.x + one.width) : NaN;
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const message = `${name} at ${size.width}`;
    await expect.poll(() => page.evaluate(measureOverflow), { message }).toBe(0);
  }
  await keepScreenshot(page, name);
}

/** Checks a page in the system's own colours, and from right to left. */
async function lookAt(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  expect.soft(await page.evaluate(findUnbounded, BOUNDED), name).toEqual([]);
  await shoot(page, `${name}-forced`);
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce" });
  await turn(page, "rtl");
  await shoot(page, `${name}-rtl`);
  expect.soft(await page.evaluate(findTurnedAmounts), name).toEqual([]);
  await turn(page, "ltr");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("billing keeps its borders in forced colours, and its order from right to left", async ({
  page,
}) => {
  await signUp(page, "other.eyes");
  await saveCard(page);
  await page.goto("/pricing");
  const plan = (name: string) => page.getByRole("article", { name, exact: true });
  await plan("Creator").getByRole("button", { name: "Upgrade" }).click();
  await checkoutOf(page)
    .getByRole("button", { name: /^Confirm and pay/ })
    .click();
  await expect(page).toHaveURL(/\/thanks$/);
  await page.goto("/pricing");
  await expect(plan("Studio").getByRole("button", { name: "Upgrade" })).toBeVisible();
  await lookAt(page, "pricing");

  await plan("Studio").getByRole("button", { name: "Upgrade" }).click();
  await checkoutOf(page).getByRole("button", { name: "View details" }).click();
  await expect(checkoutOf(page)).toContainText("-$");
  expect(await timeOf(page, ".billing-dialog")).toBe(150);
  expect(await timeOf(page, ".billing-disclosure-panel")).toBe(200);
  await lookAt(page, "checkout");
  await turn(page, "rtl");
  await page.getByRole("button", { name: /^Qty/ }).last().click();
  await expect
    .poll(() => gapBetween(page, ".billing-popover", ".billing-dialog"))
    .toBeGreaterThanOrEqual(0);
  await turn(page, "ltr");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.goto("/settings/billing");
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await lookAt(page, "billing");

  await page.goto("/insights");
  await page.getByRole("radio", { name: "90 days" }).click();
  await expect(
    paywallOf(page)
      .getByRole("button", { name: /^(Upgrade|Start)/ })
      .last(),
  ).toBeVisible();
  await lookAt(page, "paywall");
});

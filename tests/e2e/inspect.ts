import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { press } from "./gestures";
import { keepScreenshot, keepsScreenshots } from "./screenshot";
import { SCREENS, type DialogName, type ScreenName } from "./screens";

const WIDE = { width: 2560, height: 1440 };
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 360, height: 740 };
type Size = typeof DESK;
/** With screenshots, every size in both themes. */
const sizes = (...usual: Size[]) => (keepsScreenshots() ? [WIDE, TABLET, PHONE, DESK] : usual);
/** The layout of a size does not depend on colours. Axe checks the last size of each row. */
const LOOKS = [
  { colorScheme: "light", sizes: sizes(DESK, TABLET, PHONE) },
  { colorScheme: "dark", sizes: sizes(DESK) },
] as const;
const DIALOG_LOOKS = [
  { colorScheme: "light", sizes: sizes(PHONE) },
  { colorScheme: "dark", sizes: sizes(DESK) },
] as const;
/** Nothing may scroll sideways, even on the smallest phone. */
const measureOverflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;
/** With reduced motion nothing may keep moving. */
function nameMoving(): string[] {
  const endless = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "other"));
  const films = [...document.querySelectorAll("video")].filter(({ paused }) => !paused);
  const animations = [...document.querySelectorAll(".picture-still[data-state=playing]")];
  return [...endless, ...[...films, ...animations].map(({ outerHTML }) => outerHTML)];
}

async function shoot(
  page: Page,
  name: string,
  looks: typeof LOOKS | typeof DIALOG_LOOKS,
  part?: string,
): Promise<void> {
  for (const { colorScheme, sizes: each } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of each) {
      await page.setViewportSize(size);
      // A grid is laid out again a moment after each resize.
      const message = `${name} at ${size.width}`;
      await expect.poll(() => page.evaluate(measureOverflow), { message }).toBe(0);
      await keepScreenshot(page, `${name}-${size.width}-${colorScheme}`);
    }
    await expectAccessible(page, part);
  }
  expect.soft(await page.evaluate(nameMoving), `what moves in ${name}`).toEqual([]);
}

/** Checks a page in both themes and all sizes. Leaves it dark, at desktop size. */
export async function inspect(page: Page, name: ScreenName): Promise<void> {
  const route = SCREENS[name];
  if (route !== null) {
    await expect(page.locator(".app-site")).toHaveAttribute("data-page", route);
    await expect(page).toHaveTitle(route === "/" ? "Spotlight" : /^.+ · Spotlight$/);
  }
  await shoot(page, name, LOOKS);
}

/** The same for an open dialog. */
export async function inspectDialog(page: Page, name: DialogName): Promise<void> {
  const part = `[data-slot="${name}"]`;
  await expect(page.locator(part)).toBeVisible();
  await shoot(page, name, DIALOG_LOOKS, part);
}

/**
 * Opens a dialog, checks it, and closes it with Escape, which has to return the focus to its
 * opener.
 */
export async function visitDialog(opener: Locator, name: DialogName): Promise<void> {
  const page = opener.page();
  await press(opener);
  await inspectDialog(page, name);
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-slot="${name}"]`)).toBeHidden();
  await expect(opener).toBeFocused();
}

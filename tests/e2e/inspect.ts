import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible";

const SHOTS = "test-results/screens";
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 360, height: 740 };
/** What a size does to a page does not depend on its colours. */
const LOOKS = [
  { colorScheme: "light", sizes: [DESK, TABLET, PHONE] },
  { colorScheme: "dark", sizes: [DESK, PHONE] },
] as const;
/** Nothing may scroll sideways, not even on the smallest phone. */
const measureOverflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Looks at what a page shows in both themes and all sizes. Leaves it dark, on a phone. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const { colorScheme, sizes } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of sizes) {
      await page.setViewportSize(size);
      // A wall is hung anew for each width, a moment after the resize.
      const message = `${name} at ${size.width}`;
      await expect.poll(() => page.evaluate(measureOverflow), { message }).toBe(0);
      await page.screenshot({ path: `${SHOTS}/${name}-${size.width}-${colorScheme}.png` });
    }
    await expectAccessible(page);
  }
}

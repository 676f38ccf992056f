import type { BrowserContext } from "@playwright/test";
import { quantile, round } from "./numbers";
import { openTab } from "./observe";
import type { Site } from "./site";

const CHANGES = 120;
/** The first ones warm up. */
const IGNORED = 20;
const METER = ".upload-meter";

/** The delay from sending a change of a balance until an open tab shows it, in milliseconds. */
export async function measurePush(context: BrowserContext, site: Site, customerId: string) {
  const page = await openTab(context);
  await page.goto(`${site.url}/upload`);
  await page.locator(METER).waitFor();
  const delays: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const value = 1 + (i % 8);
    const shown = page.evaluate(nextChange, METER);
    // The page starts observing before anything is sent.
    await page.evaluate(() => undefined);
    const sent = performance.timeOrigin + performance.now();
    await site.bill("POST", "/usage", { customer_id: customerId, feature_id: "uploads", value });
    delays.push((await shown) - sent);
  }
  await page.close();
  const counted = delays.slice(IGNORED);
  return {
    changes: counted.length,
    "p50 ms": round(quantile(counted, 0.5), 1),
    "p99 ms": round(quantile(counted, 0.99), 1),
  };
}

/** When an element's text changes next, by the machine's clock. */
function nextChange(selector: string): Promise<number> {
  return new Promise((changed) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`${selector} is not on the page`);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      changed(performance.timeOrigin + performance.now());
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
  });
}

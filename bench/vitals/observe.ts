import type { BrowserContext, Page } from "@playwright/test";

/** The measurements of a page so far. */
interface Felt {
  /** When the largest visible element was painted, in milliseconds after the click. */
  lcp: number;
  /** The largest element. */
  largest: string;
  cls: number;
  /** The delay of each interaction until its paint, in milliseconds. */
  delays: number[];
}

declare global {
  interface Window {
    felt: Felt;
  }
}

/** A tab that runs this folder's functions. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // The compiler of this folder names functions with a helper that the page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  return page;
}

/** Makes every page of a tab measure itself, with the browser's own observers. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt: Felt = { lcp: NaN, largest: "", cls: 0, delays: [] };
    window.felt = felt;
    const watch = (type: string, see: (entry: PerformanceEntry) => void, more: object = {}) => {
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(see));
      observer.observe({ type, buffered: true, ...more });
    };
    watch("largest-contentful-paint", (entry) => {
      // The browser's types do not know its newer entries.
      const { startTime, element, size } = entry as PerformanceEntry & {
        element: Element | null;
        size: number;
      };
      felt.lcp = startTime;
      felt.largest = `${element?.localName ?? "?"}, ${size} px²`;
    });
    watch("layout-shift", (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) felt.cls += value;
    });
    const interactions = new Map<number, number>();
    watch(
      "event",
      (entry) => {
        const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
        if (interactionId === 0) return;
        const longest = Math.max(duration, interactions.get(interactionId) ?? 0);
        interactions.set(interactionId, longest);
        felt.delays = [...interactions.values()];
      },
      { durationThreshold: 16 },
    );
  });
}

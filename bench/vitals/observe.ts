import type { BrowserContext, Page } from "@playwright/test";

/** What a page has felt like so far. */
interface Felt {
  /** When the largest thing in sight had been drawn, in milliseconds after the click that led here. */
  lcp: number;
  /** Which thing that was. */
  largest: string;
  cls: number;
  /** How long each thing that one did took until it was drawn, in milliseconds. */
  delays: number[];
}

declare global {
  interface Window {
    felt: Felt;
  }
}

/** A tab that runs what this folder's functions say. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // What compiles this folder names functions by a helper that is not on the page.
  await page.addInitScript("globalThis.__name = (named) => named");
  return page;
}

/** Lets every page of a tab measure itself, with the browser's own observers. */
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

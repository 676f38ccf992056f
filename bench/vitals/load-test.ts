import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { artists, works } from "../../scripts/demo/index.json";
import { quantile, round } from "./numbers";
import { openTab } from "./observe";
import type { Site } from "./site";

/** The number of parallel publications; more would only wait for each other. */
const UNDER_WAY = 8;
const DESK = { width: 1440, height: 900 };
const SCROLL_MS = 15_000;
/** A fast scroller: three windows in a second. */
const PX_PER_SECOND = 2700;
/** A frame at 60 Hz takes 16.7 ms; a longer one was dropped. */
const DROPPED_MS = 20;

/** Publishes the demo pictures again and again. */
export async function fillGallery(site: Site, count: number): Promise<void> {
  const pictures = await Promise.all(
    works.filter(({ file }) => file.endsWith(".jpg")).map((work) => sendPicture(site, work)),
  );
  let next = 0;
  const hangOn = async () => {
    while (next < count) {
      const at = next++;
      const picture = pictures[at % pictures.length];
      if (!picture) return;
      const slug = `hall-${String(at)}`;
      await site.run("community/demo/artworks:publish", {
        ...picture,
        slug,
        title: `Study ${at + 1}`,
      });
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, hangOn));
}

async function sendPicture(site: Site, work: (typeof works)[number]) {
  const { artist: username, file, medium, alt, width, height, tags, madeHow, thumbhash } = work;
  const artist = artists.find((each) => each.username === username);
  return {
    ...{ artist, medium, alt, width, height, tags, madeHow, thumbhash },
    ...(await sendFile(site, username, { file, mediaType: "image/jpeg" })),
    ...(work.poster && { poster: await sendFile(site, username, work.poster) }),
  };
}

/** A demo file, sent once and published often. */
async function sendFile(
  site: Site,
  username: string,
  { file, mediaType }: { file: string; mediaType: string },
) {
  const address = await site.run("community/demo/artworks:uploadUrl", {
    username,
    slug: `hall ${file}`,
  });
  const response = await fetch(String(address), {
    method: "POST",
    headers: { "Content-Type": mediaType },
    body: readFileSync(`scripts/demo/${file}`),
  });
  // The response of Convex's upload URLs.
  const { storageId } = (await response.json()) as { storageId: string };
  return { storageId, mediaType };
}

/** Frames while a grid scrolls, at full speed of this machine. */
async function scroll(page: Page) {
  return await page.evaluate(
    async ([lengthMs, pxPerSecond]) => {
      const frames: number[] = [];
      const start = performance.now();
      let last = start;
      await new Promise<void>((done) => {
        const step = (now: number) => {
          frames.push(now - last);
          window.scrollBy(0, ((now - last) * pxPerSecond) / 1000);
          last = now;
          if (now - start < lengthMs) requestAnimationFrame(step);
          else done();
        };
        requestAnimationFrame(step);
      });
      return frames.slice(1);
    },
    [SCROLL_MS, PX_PER_SECOND] as const,
  );
}

async function describeScroll(page: Page) {
  const frames = await scroll(page);
  const dropped = frames.filter((ms) => ms > DROPPED_MS).length;
  const present = await page.evaluate(() => ({
    elements: document.querySelectorAll("*").length,
    pictures: document.querySelectorAll(".grid .picture").length,
  }));
  return {
    frames: frames.length,
    "over 20 ms": dropped,
    "p99 ms": round(quantile(frames, 0.99), 1),
    "longest ms": round(Math.max(...frames), 1),
    ...present,
  };
}

/** Loads page after page until the whole grid is there. */
async function walkToTheEnd(page: Page, count: number): Promise<void> {
  await page.evaluate(async (most) => {
    const lengthOf = () => document.documentElement.scrollHeight;
    let quiet = 0;
    // A grid that no longer grows is complete; the number of works limits its length.
    for (let step = 0; step < most && quiet < 20; step++) {
      const before = lengthOf();
      window.scrollTo(0, before);
      await new Promise((later) => setTimeout(later, 50));
      quiet = lengthOf() === before ? quiet + 1 : 0;
    }
  }, count);
}

/** Scrolls a grid of this many works from the top, and again when all of them are loaded. */
export async function measureScroll(browser: Browser, site: string, count: number) {
  const page = await openTab(await browser.newContext({ viewport: DESK }));
  await page.goto(site, { waitUntil: "load" });
  await page.getByRole("article").first().waitFor();
  const arriving = await describeScroll(page);
  await walkToTheEnd(page, count);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForTimeout(1000);
  const whole = await describeScroll(page);
  const metrics = await (await page.context().newCDPSession(page)).send("Runtime.getHeapUsage");
  await page.context().close();
  const heap = `${round(metrics.usedSize / 1e6)} MB`;
  return { "while pages arrive": arriving, "all loaded": { ...whole, heap } };
}

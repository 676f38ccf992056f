import { expect, test as base, type BrowserContext } from "@playwright/test";
import { findTestBrowser } from "../../scripts/browser";
import { takeUp, type Hand } from "./gestures";
import { newPlace, removePlace, startSite, type Place } from "./site";

/** The site that a file's tests share, as `npm start` starts it. */
export interface SharedSite {
  url: string;
  place: Place;
  /** Kills it without warning, like a power cut, and starts it again. */
  crash: () => Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

/**
 * Playwright's own flags already prevent most calls of the browser to its vendor; these prevent the
 * rest.
 */
const QUIET = ["--no-pings", "--disable-domain-reliability"];
/** Two fewer processes, on two cores. */
const FEW_PROCESSES = ["--enable-features=NetworkServiceInProcess2", "--in-process-gpu"];

function launchOptions() {
  const { executablePath, env } = findTestBrowser(process.env);
  return { executablePath, env: { ...process.env, ...env }, args: [...QUIET, ...FEW_PROCESSES] };
}

interface Options {
  /** The input method of a file's tests, unless they use `hands`. */
  hand: Hand;
  readiness: undefined;
  noViolations: undefined;
}

export const test = base.extend<Options, { site: SharedSite }>({
  hand: ["mouse", { option: true }],
  readiness: [
    async ({ hand }, use) => {
      takeUp(hand);
      await use(undefined);
    },
    { auto: true },
  ],
  noViolations: [
    async ({ browser, context }, use) => {
      const violations: string[] = [];
      const watch = (one: BrowserContext) =>
        one.on("console", (message) => {
          if (message.text().includes("Content Security Policy")) violations.push(message.text());
        });
      watch(context);
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (...options) => watch(await newContext(...options));
      await use(undefined);
      browser.newContext = newContext;
      expect(violations, "what the site's own policy refused").toEqual([]);
    },
    { auto: true },
  ],
  launchOptions: [({}, use) => use(launchOptions()), { scope: "worker" }],
  site: [
    async ({}, use) => {
      const place = await newPlace();
      let running = await startSite(place);
      const crash = async () => {
        running.process.kill("SIGKILL");
        await running.ended;
        running = await startSite(place);
      };
      await use({ url: running.url, place, crash });
      running.process.kill("SIGTERM");
      await running.ended;
      await removePlace(place);
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

export { expect } from "@playwright/test";

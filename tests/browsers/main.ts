import { newPlace, removePlace, startSite } from "../e2e/site";
import { findFirefox } from "./firefox";
import { JOURNEYS } from "./journeys";
import type { Found } from "./tab";
import { findWebKit } from "./webkit";

/** Runs the journeys in one browser; returns the number of failures. */
async function tryIn(browser: Extract<Found, { kind: "found" }>, site: string): Promise<number> {
  const tab = await browser.start();
  let failures = 0;
  try {
    for (const { name, run } of JOURNEYS) {
      const failure = await run(tab, site).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) failures += 1;
      console.log(`${failure === null ? "✓" : "✘"} ${browser.name}: ${name}`);
      if (failure !== null) console.error(failure);
    }
  } finally {
    await tab.close();
  }
  return failures;
}

/** `npm run test:browsers`: the main journeys in the other browsers of this machine. */
async function main(): Promise<void> {
  const browsers = [findFirefox(), findWebKit()];
  const found = browsers.filter((browser) => browser.kind === "found");
  for (const browser of browsers)
    if (browser.kind === "missing") console.log(`${browser.name} is not installed: ${browser.how}`);
  if (found.length === 0) {
    console.error("Nothing was tested.");
    process.exitCode = 1;
    return;
  }
  const place = await newPlace();
  const site = await startSite(place);
  let failures = 0;
  try {
    for (const browser of found) failures += await tryIn(browser, site.url);
  } finally {
    site.process.kill("SIGINT");
    await site.ended;
    await removePlace(place);
  }
  if (failures > 0) process.exitCode = 1;
}

await main();

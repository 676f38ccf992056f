import { parseArgs } from "node:util";
import { changing, measureSizes } from "./cost";
import type { CostOfSize } from "./cost";
import { measureLoad } from "./load";
import { measureSweeps } from "./cron-runs";

/** `npm run bench:scale -- --sizes 10,1000,100000`: the numbers of docs/scale.md. */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,1000,20000" },
    expired: { type: "string", default: "10000" },
  },
});

/** The limits of docs/scale.md. */
const MOST_HOURS = 1;

const progress = (line: string) => console.error(line);

async function main(): Promise<void> {
  const measured = await measureSizes(values.sizes.split(",").map(Number), progress);
  printCosts(measured);
  const growing = changing(measured);
  if (growing.length > 0) fail(`Depends on the size of the site: ${growing.join(", ")}`);

  const load = await measureLoad(progress);
  console.log("\n200 members watch the feed, 50 writes a second");
  console.table(load);
  const { views, comments, "likes of others": likes } = load;
  console.log(`feeds re-run per 100 views: ${views["per 100 writes"]}`);
  if ([views, comments, likes].some((one) => one["feeds re-run"] > 0))
    fail("A view, a like or a comment runs the feeds of others again.");

  console.log("\nSweeps of what expired, until they ask for no other turn");
  const swept = await measureSweeps(Number(values.expired));
  console.table(swept);
  if (Object.values(swept).some((one) => one["hours for 1,000,000"] > MOST_HOURS))
    fail("A million expired rows are not gone within the hour.");
}

function printCosts(measured: readonly CostOfSize[]): void {
  const sizes = measured.map(({ size }) => size.toLocaleString("en-US")).join(", ");
  console.log(`\nDocuments and ranges of each operation; sizes that were run: ${sizes}`);
  const growing = new Set(changing(measured));
  const table = Object.entries(measured[0]?.costs ?? {}).map(([name, cost]) => {
    const others = growing.has(name)
      ? measured.map(({ costs }) => costs[name]?.read).join(" ")
      : "";
    return [name, { ...cost, "at every size": others === "" ? "the same" : `read ${others}` }];
  });
  console.table(Object.fromEntries(table));
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

await main();

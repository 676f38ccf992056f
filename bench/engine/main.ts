import { parseArgs } from "node:util";
import { measureCosts } from "./cost";
import type { CostAtScale } from "./cost";
import { measureInProcess, measureOverHttp } from "./rates";
import type { Rate } from "./rates";
import { measureRules } from "./rules";

const LITTLE = { events: 10, customers: 10 };

/** `npm run bench:engine -- --events 1000000 --customers 100000`: the numbers of docs/scale.md. */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    customers: { type: "string", default: "100000" },
  },
});

async function main(): Promise<void> {
  printRates("Rate in one process", await measureInProcess());
  printRates("Rate over HTTP, 16 calls under way", await measureOverHttp());
  console.log("\nRules alone, per second");
  console.table(
    Object.fromEntries(measureRules().map(({ name, perSecond }) => [name, Math.round(perSecond)])),
  );
  const much = { events: Number(values.events), customers: LITTLE.customers };
  const many = { events: LITTLE.events, customers: Number(values.customers) };
  const measured = await measureCosts([LITTLE, much, many], (line) => console.log(line));
  for (const { scale, costs } of measured) {
    console.log(`\nCost with ${scale.events} events of history and ${scale.customers} customers`);
    console.table(costs);
  }
  if (!isConstant(measured)) {
    console.error("The cost of an operation depends on how much there is beside the customer.");
    process.exitCode = 1;
  }
}

function printRates(title: string, rates: readonly Rate[]): void {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      rates.map(({ name, perSecond, ofEmpty }) => [
        name,
        { "per second": Math.round(perSecond), "of empty": `${Math.round(ofEmpty * 100)} %` },
      ]),
    ),
  );
}

/** Whether every operation costs the same at every scale. */
function isConstant([first, ...others]: readonly CostAtScale[]): boolean {
  return others.every(({ costs }) => JSON.stringify(costs) === JSON.stringify(first?.costs));
}

await main();

import { parseArgs } from "node:util";
import { changing, measureSizes } from "./cost";

/** `npm run bench:scale -- --sizes 10,1000,100000`: what docs/scale.md quotes. */
const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10,1000,20000" } },
});

const progress = (line: string) => console.error(line);

const sizes = values.sizes.split(",").map(Number);
const measured = await measureSizes(sizes, progress);
for (const { size, costs } of measured) {
  console.log(`${size}`);
  console.table(costs);
}
const growing = changing(measured);
if (growing.length > 0) {
  console.error(`Depends on the size of the site: ${growing.join(", ")}`);
  process.exitCode = 1;
}

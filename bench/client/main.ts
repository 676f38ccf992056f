import { measureAccess, measureLoop } from "./access";
import { countMessages, measureRenders } from "./browser";

/** `npm run bench:client`: the numbers of docs/client-performance.md. */
console.log("Local check, nanoseconds");
const rounded = (await measureAccess()).map((row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Math.round(value * 10) / 10 : value,
    ]),
  ),
);
console.table(rounded);
console.log(`Of each, the loop itself: ${Math.round(measureLoop() * 10) / 10}`);

console.log("Messages to the deployment");
for (const [step, asked] of Object.entries(await countMessages())) {
  console.log(`${step}: ${asked.length} (${asked.join(", ")})`);
}

console.log("Pricing table in Chromium, milliseconds");
console.table(await measureRenders());

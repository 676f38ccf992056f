import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildPackage } from "./build";
import { filesUnder } from "./files";

const OUT = "dist-billing";
const DOORS = {
  client: /^client\/.*\.js$/,
  styles: /^styles\.css$/,
  server: /^[^/]*\.js$|^chunks\/.*\.js$/,
  types: /\.d\.ts$/,
};

await buildPackage(OUT);
const sizes = Object.entries(DOORS).map(([name, pattern]) => {
  const files = filesUnder(OUT, pattern);
  const text = Buffer.concat(files.map((file) => readFileSync(join(OUT, file))));
  const packed = gzipSync(text, { level: 9 }).length;
  return [name, { files: files.length, bytes: text.length, "gzip -9": packed }] as const;
});
console.log(`The package is in ${OUT}/. What of it reaches a page: npm run size`);
console.table(Object.fromEntries(sizes));

import { readFileSync } from "node:fs";

/** The links to the source, the documentation and the issue tracker. npm shows all three. */
const ADDRESSES = ["repository", "homepage", "bugs"];

// `npm publish` runs this in the folder of the package.
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, unknown>;
const missing = ADDRESSES.filter((field) => !manifest[field]);
if (missing.length > 0) {
  console.error(
    `${String(manifest["name"])} was not published: its package.json has no ${missing.join(", ")}. ` +
      "Set each to the public address, as CONTRIBUTING.md says.",
  );
  process.exitCode = 1;
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const GLOSSARY = "docs/glossary.md";
const CODE = /^(?:convex|src|packages|scripts|bench|tests|examples)\/.*\.(?:ts|tsx|mjs|css)$/;
const TEXT = /^(?!docs\/glossary|.*CHANGELOG).*\.md$/;
/** It names tables that an earlier version stored, to refuse them. */
const NAMES_EARLIER_TABLES = ["scripts/earlier-data.ts", "tests/scripts/earlier-data.test.ts"];

const glossary = readFileSync(GLOSSARY, "utf8");
const [defined = "", retired = ""] = glossary.split("## Retired names");

/** The cells of each row of the glossary's tables. */
const rows = defined
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, noun]) => noun !== "Noun" && !noun?.startsWith("-"));

/** Names after "## Retired names", except for the path of this test. */
const names = [...retired.matchAll(/`([A-Za-z]+)`/g)].map(([, name = ""]) => name);

function writtenFiles(): string[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  return files
    .split("\n")
    .filter((path) => (CODE.test(path) || TEXT.test(path)) && existsSync(path));
}

/** The lines of a file that contain one of the names as a whole word. */
function foundIn(path: string, text: string, wanted: RegExp): string[] {
  return text.split("\n").flatMap((line, at) => {
    const name = wanted.exec(line)?.[0];
    return name === undefined ? [] : [`${path}:${at + 1} ${name}`];
  });
}

describe("the glossary", () => {
  it("has a row for each noun, once", () => {
    const nouns = rows.map(([, noun]) => noun);
    expect(nouns.length).toBeGreaterThan(60);
    // "Subscription" is also a word of the backend's protocol.
    const twice = nouns.filter((noun, at) => nouns.indexOf(noun) !== at);
    expect(twice).toEqual(["Subscription"]);
  });

  it.each(rows.map(([, noun, , path]) => [noun, path]))("%s is defined in %s", (_, path) => {
    expect(existsSync((path ?? "").replaceAll("`", ""))).toBe(true);
  });
});

describe("a retired name", () => {
  const wanted = new RegExp(`(?<![\\w$])(?:${names.join("|")})(?![\\w$])`);

  it("is found as a whole word only", () => {
    expect(names.length).toBeGreaterThan(40);
    expect(foundIn("a.ts", "const x = 1;\nawait farewell(ctx);", wanted)).toEqual([
      "a.ts:2 farewell",
    ]);
    expect(foundIn("a.ts", "farewellParty(); unhungry();", wanted)).toEqual([]);
  });

  it("is nowhere in the code", () => {
    const paths = writtenFiles().filter((path) => !NAMES_EARLIER_TABLES.includes(path));
    expect(paths.length).toBeGreaterThan(1000);
    const own = "tests/architecture/retired-names.test.ts";
    const found = paths
      .filter((path) => path !== own)
      .flatMap((path) => foundIn(path, readFileSync(path, "utf8"), wanted));
    expect(found).toEqual([]);
  });
});

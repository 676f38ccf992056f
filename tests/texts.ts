import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of the sources of the site and the packages. */
const SOURCES = ["src", "packages/billing/src", "packages/ui/src"];
const TESTS = ["tests", "packages/billing/tests", "packages/ui/tests"];

/** Paths of the files in some folders whose name matches. */
function pathsIn(folders: readonly string[], name: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => name.test(path))
      .map((path) => join(folder, path)),
  );
}

/** The sources whose name matches: path and text. */
export function sources(name: RegExp): (readonly [path: string, text: string])[] {
  return pathsIn(SOURCES, name).map((path) => [path, readFileSync(path, "utf8")] as const);
}

/**
 * Matches a title in its place: the first argument of a test, a group of tests or a table of them.
 */
const TITLE = /(?:\b(?:it|test|describe)(?:\.concurrent)?|\))\(\s*"((?:[^"\\]|\\.)*)",/g;

/** The titles of all tests that run, without mentions elsewhere and titles of skipped tests. */
export function titlesOfTests(): ReadonlySet<string> {
  const texts = pathsIn(TESTS, /\.(test|spec)\.tsx?$/).map((path) => readFileSync(path, "utf8"));
  return titlesIn(texts.join("\n"));
}

export function titlesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(TITLE)].map(([, title = ""]) => title));
}

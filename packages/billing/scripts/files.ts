import { readdirSync } from "node:fs";

/** Paths of files below a folder, relative to it, in order. */
export function filesUnder(folder: string, pattern: RegExp): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => pattern.test(path))
    .sort();
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { MANIFEST, readManifest } from "../src/server/manifest";

const PAGE = "index.html";

/** All files in a folder, or the file itself. */
export function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

/**
 * Replaces the last build with a finished one. No file is missing at any moment: uniquely named
 * files of the last build stay for open pages until the next build.
 */
export function putInPlace(next: string, root: string): void {
  const kept = new Set(assetsOf(root));
  const files = filesOf(next).map((file) => relative(next, file));
  // The page comes last, when its files exist.
  for (const file of [...files.filter((name) => name !== PAGE), PAGE]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    renameSync(join(next, file), join(root, file));
    kept.add(file);
  }
  rmSync(next, { recursive: true });
  const isKept = (name: string) => kept.has(name) || kept.has(name.replace(/\.(br|gz)$/, ""));
  for (const file of filesOf(root)) if (!isKept(relative(root, file))) rmSync(file);
}

/** The files of a build whose names contain a hash. */
function assetsOf(root: string): string[] {
  if (!existsSync(join(root, MANIFEST))) return [];
  const built = Object.values(readManifest(root)).filter((chunk) => chunk !== undefined);
  return built.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const MANIFEST = ".vite/manifest.json";

/** The build's manifest, by file. */
export type Manifest = Partial<
  Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[] }>
>;

export function readManifest(root: string): Manifest {
  // Written by Vite.
  return JSON.parse(readFileSync(join(root, MANIFEST), "utf8")) as Manifest;
}

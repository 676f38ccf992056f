import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";

export function makeTempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A database in a new folder, closed when the test ends. */
export function openTempDatabase(
  options: Partial<Parameters<typeof openDatabase>[0]> = {},
): Database {
  const database = openDatabase({ dir: makeTempFolder(), ...options });
  onTestFinished(() => database.close());
  return database;
}

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The data folder's admin key, made on first use in a file that only its owner can read. */
export function loadAdminKey(dataDir: string): string {
  const path = join(dataDir, "admin-key");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    const key = `local|${randomBytes(32).toString("hex")}`;
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: "wx" });
    return key;
  }
}

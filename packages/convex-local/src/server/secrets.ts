import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { keepText, type KeptFile } from "./private-files";

const SECRET_BYTES = 32;
const ADMIN_PREFIX = "local|";

const ADMIN_KEY: KeptFile = {
  what: "an admin key (`local|` and 64 hexadecimal digits)",
  isValid: (text) => /^local\|[0-9a-f]{64}$/.test(text),
  afterRemoval: "the next start makes a new key, and the old one no longer works",
};

const CURSOR_SECRET: KeptFile = {
  what: "a cursor key (64 hexadecimal digits)",
  isValid: (text) => /^[0-9a-f]{64}$/.test(text),
  afterRemoval: "the next start makes a new key, and open lists begin again at their first page",
};

const newSecret = () => randomBytes(SECRET_BYTES).toString("hex");

/** The data folder's admin key, created on first use. @throws StoreError `data_file_damaged` */
export function loadAdminKey(dataDir: string): string {
  return keepText(join(dataDir, "admin-key"), ADMIN_KEY, () => ADMIN_PREFIX + newSecret());
}

/**
 * The key of the data folder's cursors, created on first use. @throws StoreError
 * `data_file_damaged`
 */
export function loadCursorSecret(dataDir: string): Buffer {
  return Buffer.from(keepText(join(dataDir, "cursor-key"), CURSOR_SECRET, newSecret), "hex");
}

/**
 * The answer to a challenge that only the backend of this data folder can give. It identifies the
 * backend before a caller sends the admin key. A server that forwards the challenge has another URL.
 */
export function proofOf(adminKey: string, url: string, challenge: string): string {
  return createHmac("sha256", adminKey).update(`${url} ${challenge}`).digest("hex");
}

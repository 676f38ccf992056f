import { chmodSync, existsSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StoreError } from "../store/errors";
import { syncFolder } from "../store/log";

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
const FOR_OWNER = 0o700;
const FOR_OTHERS = 0o077;
/** A folder like `/tmp`: everyone stores things there. */
const SHARED = 0o1000;

/** The valid content of a stored file, and the message when it is damaged. */
export interface KeptFile {
  /** For example `an admin key`. */
  what: string;
  isValid: (text: string) => boolean;
  /** The effect of removing the file, for example `a new key is made at the next start`. */
  afterRemoval: string;
}

/**
 * Writes a file that only its owner can read: completely or not at all, also when
 * the machine stops.
 */
export function writePrivately(path: string, text: string): void {
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: PRIVATE_FILE, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** The file's text; null when there is none. @throws StoreError `data_file_damaged` */
export function readKept(path: string, { what, isValid, afterRemoval }: KeptFile): string | null {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8").trim();
  if (isValid(text)) return text;
  throw new StoreError(
    "data_file_damaged",
    `${path} does not hold ${what}. Nothing was changed. Restore it from a copy, or remove it: ` +
      `${afterRemoval}.`,
  );
}

/** The text of the file, created on first use. @throws StoreError `data_file_damaged` */
export function keepText(path: string, file: KeptFile, make: () => string): string {
  const known = readKept(path, file);
  if (known !== null) return known;
  const made = make();
  writePrivately(path, `${made}\n`);
  return made;
}

const DATA = /^(commits.*\.log|snapshot)$/;
/**
 * Names that an interrupted first start or a restored copy may leave, besides private files, and
 * that of a new volume's own folder.
 */
const OWN = /^(lock.*|spare|(admin|cursor)-key|files|unclaimed|\.gitignore|lost\+found)$/;

/**
 * Whether a folder without data holds files that are not the backend's, such as a project. Private
 * files do not count, because a host keeps its keys in the data folder.
 */
export function holdsOtherFiles(dir: string): boolean {
  const entries = existsSync(dir) ? readdirSync(dir, { withFileTypes: true }) : [];
  if (entries.some(({ name }) => DATA.test(name))) return false;
  const isOther = (entry: Dirent) => !entry.isFile() || isOpen(join(dir, entry.name));
  return entries.some((entry) => !OWN.test(entry.name) && isOther(entry));
}

/**
 * Removes the access of everyone but the owner to the data folder and its files.
 * Of its subfolders only `files` is ours; if it is private already, it is not
 * searched, because its files were created private.
 */
export function makePrivate(dir: string, warn: (line: string) => void): void {
  try {
    if ((statSync(dir).mode & SHARED) !== 0) throw new Error("it is shared by all users");
    const files = join(dir, "files");
    if (existsSync(files) && isOpen(files)) tighten(files);
    tighten(dir);
  } catch (error) {
    // Another owner, or a file system without owners: the data can still be served.
    warn(`${dir} could not be made private: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

function tighten(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(dir, entry.name));
  restrict(dir);
}

const isOpen = (path: string) => (statSync(path).mode & FOR_OTHERS) !== 0;

function restrict(path: string): void {
  if (isOpen(path)) chmodSync(path, statSync(path).mode & FOR_OWNER);
}

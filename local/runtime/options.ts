import type { Database } from "../store/database";
import type { FileBytes, Variables } from "./types";

export interface RuntimeOptions {
  database: Database;
  functionsDir: string;
  files: FileBytes;
  cloudUrl: string;
  siteUrl: string;
  /** Variables of the deployment; those that were set later are stored, and win. */
  variables?: Variables;
  log: (path: string, line: string) => void;
  now?: () => number;
  /** Kept with the data; without one, cursors end with the process. */
  cursorSecret?: Uint8Array;
}

import { DISK_FULL, isDiskFull, NotSaved } from "./errors";
import type { Folder } from "./folder";
import { encodeRecord, type LogRecord } from "./format";
import type { Lease } from "./lease";

/** What an acknowledged commit survives: a crash of the process, or also a power cut. */
export type Durability = "process" | "power";

interface WriterOptions {
  readonly dir: string;
  readonly folder: Folder;
  readonly lease: Lease;
  readonly durability: Durability;
  readonly warn: (line: string) => void;
}

const TAKEN =
  "Another process has taken over the data folder, because this one did not renew its lock in time.";
/**
 * A disk that is nearly full accepts small commits between large ones: that is not
 * reported each time.
 */
const CALM_MS = 60 * 1000;
const REFUSED = "The disk of the backend does not take what is written.";
const NOT_SYNCED = "The disk failed to keep what was written: restart the backend.";

/** Puts commits into the log, and reports when they are safe. A failure is logged once. */
export class Writer {
  /** Safe as configured, in the order of the commits. */
  private saving: Promise<void> = Promise.resolve();
  private trouble: string | null = null;
  private failedAtMs = 0;
  /** The time since when nothing is saved any more, and why. */
  private end: string | null = null;

  constructor(private readonly options: WriterOptions) {}

  /** @throws NotSaved and changes nothing */
  append(record: LogRecord): void {
    const { folder, lease } = this.options;
    if (this.end !== null) throw new NotSaved(this.end);
    if (!lease.isHeld()) throw this.fail(TAKEN);
    try {
      folder.log.append(encodeRecord(record));
    } catch (error) {
      throw this.fail(isDiskFull(error) ? DISK_FULL : REFUSED, error);
    }
    if (this.trouble === null || performance.now() - this.failedAtMs < CALM_MS) return;
    this.options.warn("Commits are saved again.");
    this.trouble = null;
  }

  get isSafeAtOnce(): boolean {
    return this.options.durability === "process";
  }

  /** Calls back once the appended lines survive a power cut; the calls are in order. */
  whenSafe(publish: () => void): void {
    const before = this.saving;
    const synced = this.options.folder.log.sync().catch((error: unknown) => {
      this.end = NOT_SYNCED;
      throw this.fail(NOT_SYNCED, error);
    });
    this.saving = before.then(() => synced).then(publish);
    // The rejection reaches those who wait for it; an unhandled one is no error.
    this.saving.catch(() => undefined);
  }

  /** Resolves when all commits so far are safe. @throws NotSaved */
  saved(): Promise<void> {
    return this.saving;
  }

  close(): void {
    this.end = "The backend has stopped.";
    this.options.folder.log.close();
  }

  /** The system's message is for the log alone: it may contain paths. */
  private fail(reason: string, error?: unknown): NotSaved {
    const detail = error instanceof Error ? ` (${String(error)})` : "";
    if (this.trouble !== reason)
      this.options.warn(`${reason} Nothing is saved in ${this.options.dir} until then.${detail}`);
    this.trouble = reason;
    this.failedAtMs = performance.now();
    return new NotSaved(reason);
  }
}

import { rmSync } from "node:fs";
import type { Folder } from "./folder";
import { writeSnapshot, type Contents } from "./snapshot";

const HOUR_MS = 60 * 60 * 1000;
/** Deleted data has left the folder after this and one more check: within a day. */
const STALE_MS = 12 * HOUR_MS;
const CHECK_MS = HOUR_MS;
const RETRY_MS = 60 * 1000;
const MIN_LOG_BYTES = 4 * 1024 * 1024;

interface CompactionOptions {
  readonly folder: Folder;
  /** The content of the database at the start of the new log. */
  readonly holdings: () => Contents;
  readonly now: () => number;
  readonly warn: (line: string) => void;
  /** Below this many bytes a log needs no snapshot. */
  readonly minLogBytes?: number | undefined;
  /** False when another process may write here. */
  readonly isOurs: () => boolean;
}

/**
 * Replaces logs by a snapshot while the database serves: when they are half as
 * long as the last snapshot (and some megabytes), and when their deleted data gets
 * old.
 */
export class Compaction {
  private running: Promise<void> | null = null;
  private hasEnded = false;
  private retryAtMs = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly options: CompactionOptions,
    /** The time of the oldest commit that a new snapshot would leave out. */
    private staleSinceMs: number | null,
  ) {
    this.timer = setInterval(() => this.begin(), CHECK_MS).unref();
  }

  /** After each commit. `isStale`: it replaced or removed something, or left an answer. */
  note(isStale: boolean): void {
    if (isStale) this.staleSinceMs ??= this.options.now();
    this.begin();
  }

  /** Starts if it is time. */
  begin(): void {
    if (this.running || this.hasEnded || !this.isDue()) return;
    if (this.options.now() < this.retryAtMs) return;
    this.run().catch((error: unknown) => {
      this.retryAtMs = this.options.now() + RETRY_MS;
      this.options.warn(`The log could not be shortened (${String(error)}); it goes on growing.`);
    });
  }

  /** Compacts now, whether or not it is due, after a compaction that is running. */
  async run(): Promise<void> {
    while (this.running) await this.running.catch(() => undefined);
    this.running = this.compact();
    try {
      await this.running;
    } finally {
      this.running = null;
    }
  }

  /** An incomplete snapshot stays under its temporary name. */
  stop(): void {
    clearInterval(this.timer);
    this.hasEnded = true;
    if (this.running) rmSync(this.options.folder.newSnapshotPath, { force: true });
  }

  private isStopped(): boolean {
    return this.hasEnded || !this.options.isOurs();
  }

  private isDue(): boolean {
    const { folder, now, minLogBytes = MIN_LOG_BYTES } = this.options;
    if (folder.logBytes > Math.max(minLogBytes, folder.snapshotBytes / 2)) return true;
    if (this.staleSinceMs === null) return false;
    // A time ahead of the clock: it was wrong then, or is now.
    return Math.abs(now() - this.staleSinceMs) >= STALE_MS;
  }

  private async compact(): Promise<void> {
    const { folder, now } = this.options;
    if (this.isStopped()) return;
    // Syncs most of the log now, so that `closeLog` waits only for the rest.
    await folder.log.sync();
    if (this.isStopped()) return;
    folder.closeLog();
    const { staleSinceMs } = this;
    const holdings = this.options.holdings();
    this.staleSinceMs = holdings.hasAnswers ? now() : null;
    try {
      const path = folder.newSnapshotPath;
      const bytes = await writeSnapshot(path, holdings, () => this.isStopped());
      if (bytes !== null) folder.installSnapshot(holdings.generation, bytes);
    } catch (error) {
      this.staleSinceMs = staleSinceMs;
      throw error;
    }
  }
}

const MIB = 1024 * 1024;

/** What one function call may use; the numbers are Convex's own. */
export const LIMITS = {
  documentsRead: 32_000,
  bytesRead: 16 * MIB,
  documentsWritten: 16_000,
  bytesWritten: 16 * MIB,
  documentBytes: MIB,
  scheduled: 1_000,
  valueBytes: 16 * MIB,
  /** Without giving the thread back (a loop that does not end). */
  blockingMs: 1_000,
  /** Queries and mutations, waiting included (a promise that never settles). */
  waitingMs: 10_000,
  conflictRetries: 4,
} as const;

/** What a top-level call and everything it calls in its transaction have used so far. */
export class Usage {
  documentsRead = 0;
  bytesRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  scheduled = 0;

  countRead(bytes: number): void {
    this.documentsRead += 1;
    this.bytesRead += bytes;
    if (this.documentsRead > LIMITS.documentsRead) refuse("documents read", LIMITS.documentsRead);
    if (this.bytesRead > LIMITS.bytesRead) refuse("bytes read", LIMITS.bytesRead);
  }

  countWrite(bytes: number): void {
    if (bytes > LIMITS.documentBytes)
      throw new Error(`Value is too large (${mib(bytes)} > maximum size ${mib(MIB)})`);
    this.documentsWritten += 1;
    this.bytesWritten += bytes;
    if (this.documentsWritten > LIMITS.documentsWritten)
      refuse("documents written", LIMITS.documentsWritten);
    if (this.bytesWritten > LIMITS.bytesWritten) refuse("bytes written", LIMITS.bytesWritten);
  }

  countScheduled(): void {
    this.scheduled += 1;
    if (this.scheduled > LIMITS.scheduled) refuse("functions scheduled", LIMITS.scheduled);
  }
}

function refuse(what: string, limit: number): never {
  throw new Error(
    `Too many ${what} in a single function execution (limit: ${limit}). ` +
      "Consider using smaller limits in your queries, paginating your queries, or using indexed " +
      "queries with a selective index range expressions.",
  );
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(2)} MiB`;
}

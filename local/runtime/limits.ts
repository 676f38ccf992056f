const MIB = 1024 * 1024;

/** What one function call may use; the numbers are Convex's own. */
export const LIMITS = {
  documentBytes: MIB,
  documentNesting: 16,
  /** Of arguments and of answers. */
  valueBytes: 16 * MIB,
  valueNesting: 64,
  arrayLength: 8_192,
  objectFields: 1_024,
  /** Characters, all of them ASCII. */
  fieldNameLength: 1_024,
  /** Levels of any JSON that comes in, envelope included. */
  jsonNesting: 128,
  /** A call over HTTP: the largest arguments and their envelope. */
  requestBytes: 16 * MIB + 2_000,
  /** A message over WebSocket. */
  messageBytes: 16 * MIB,
  /** A request to an HTTP action. */
  httpActionBytes: 20 * MIB,
  /** Without giving the thread back (a loop that does not end). */
  blockingMs: 1_000,
  /** Queries and mutations, waiting included (a promise that never settles). */
  waitingMs: 10_000,
} as const;

/** As Convex writes sizes: `16 MiB`, `16.50 MiB`. */
export function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(bytes % MIB === 0 ? 0 : 2)} MiB`;
}

/** What a transaction may use, with the words for it. */
const COUNTED = {
  documentsRead: [32_000, "documents read"],
  bytesRead: [16 * MIB, "bytes read"],
  databaseQueries: [4_096, "reads"],
  documentsWritten: [16_000, "documents written"],
  bytesWritten: [16 * MIB, "bytes written"],
  functionsScheduled: [1_000, "functions scheduled"],
} as const;

type Counted = keyof typeof COUNTED;

/** What a top-level call and everything it calls in its transaction have used so far. */
export class Usage {
  documentsRead = 0;
  bytesRead = 0;
  databaseQueries = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  functionsScheduled = 0;

  countRead(bytes: number): void {
    this.add("documentsRead", 1);
    this.add("bytesRead", bytes);
  }

  countRanges(total: number): void {
    this.add("databaseQueries", Math.max(0, total - this.databaseQueries));
  }

  countWrite(bytes: number): void {
    if (bytes > LIMITS.documentBytes)
      throw new Error(
        `Value is too large (${inMib(bytes)} > maximum size ${inMib(LIMITS.documentBytes)})`,
      );
    this.add("documentsWritten", 1);
    this.add("bytesWritten", bytes);
  }

  add(name: Counted, amount: number): void {
    this[name] += amount;
    const [limit, what] = COUNTED[name];
    if (this[name] <= limit) return;
    throw new Error(
      `Too many ${what} in a single function execution (limit: ${limit}). ` +
        "Consider using smaller limits in your queries, paginating your queries, or using indexed " +
        "queries with a selective index range expressions.",
    );
  }
}

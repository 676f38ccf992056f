const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * What one function call may use. The numbers are those of docs.convex.dev: production/state/limits,
 * and for variables production/environment-variables.
 */
export const LIMITS = {
  documentBytes: MIB,
  documentNesting: 16,
  /** Characters in the name of a document's own field; nested names have `fieldNameLength`. */
  identifierLength: 64,
  /** For arguments and for answers. */
  valueBytes: 16 * MIB,
  /** Of the arguments of a Node action. */
  nodeArgsBytes: 5 * MIB,
  /** Of the arguments of one scheduled call; a mutation's sum is in `COUNTED`. */
  scheduledArgsBytes: 4 * MIB,
  valueNesting: 64,
  arrayLength: 8_192,
  objectFields: 1_024,
  /** Characters, all of them ASCII. */
  fieldNameLength: 1_024,
  /** The depth of calls in one transaction. */
  callNesting: 8,
  /** The depth of incoming JSON, including the envelope. */
  jsonNesting: 128,
  /** The values in incoming JSON: more of them would occupy the thread for seconds. */
  jsonValues: 500_000,
  /** A call over HTTP: the largest arguments and their envelope. */
  requestBytes: 16 * MIB + 2_000,
  /** A message over WebSocket. */
  messageBytes: 16 * MIB,
  /** A request to an HTTP action, and its answer. */
  httpActionBytes: 20 * MIB,
  /** For one function; later lines are dropped. */
  logLines: 256,
  /** For one line; the rest is cut off. */
  logLineBytes: 4 * KIB,
  variables: 512,
  variableNameLength: 256,
  variableBytes: 8 * KIB,
  /** Of all names and values of variables. */
  variablesBytes: 512 * KIB,
  /** CPU time of a query or mutation. */
  functionMs: 1_000,
  /** From the moment of scheduling to the scheduled time, or back: five leap years. */
  scheduledMs: 5 * 366 * 24 * 60 * 60 * 1_000,
} as const;

/** Sizes in Convex's format: `16 MiB`, `16.50 MiB`. */
export function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(bytes % MIB === 0 ? 0 : 2)} MiB`;
}

/** The limits of a transaction, with the words of their errors. */
const COUNTED = {
  documentsRead: [32_000, "documents read"],
  bytesRead: [16 * MIB, "bytes read"],
  databaseQueries: [4_096, "reads"],
  documentsWritten: [16_000, "documents written"],
  bytesWritten: [16 * MIB, "bytes written"],
  functionsScheduled: [1_000, "functions scheduled"],
  scheduledFunctionArgsBytes: [16 * MIB, "bytes of scheduled arguments"],
} as const;

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed " +
  "queries with a selective index range expressions.";

/** The log warns from this share of a limit on. */
const NEAR = 0.8;

/** A line of the log for an amount near its limit, in Convex's words; null for other amounts. */
export function warningNear(
  words: string,
  actual: number,
  limit: number,
  unit = "",
): string | null {
  if (actual <= NEAR * limit || actual > limit) return null;
  return `[WARN] ${words} (actual: ${actual}${unit}, limit: ${limit}${unit}).`;
}

type Counted = keyof typeof COUNTED;
type Amounts = Readonly<Record<Counted, number>>;

const ALL_COUNTED = Object.keys(COUNTED) as Counted[];

/** An amount of each kind. */
function amounts(amountOf: (name: Counted) => number): Amounts {
  const pairs = ALL_COUNTED.map((name) => [name, amountOf(name)]);
  return Object.fromEntries(pairs) as Amounts; // of all names
}

/** The limits of one transaction. */
export const MOST = amounts((name) => COUNTED[name][0]);
/** A page that reads more than this should be split. */
export const soft = (limit: number) => (limit * 3) / 4;

/** The transaction has reached a limit for reads. Functions see a plain `Error`. */
export class ReadLimit extends Error {}

/** The reads of a failed nested call count, its writes do not. */
const UNDONE = ALL_COUNTED.filter((name) => !/Read|Queries/.test(name));
/** Mutations here store no files. */
const NO_FILES = ["filesWritten", "fileWriteBytes", "filesRead", "fileReadBytes"];

/** The usage so far of a top-level call and all calls in its transaction. */
export class Usage {
  documentsRead = 0;
  bytesRead = 0;
  databaseQueries = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  functionsScheduled = 0;
  scheduledFunctionArgsBytes = 0;
  #nesting = 0;
  /** Lowered while a nested call with limits of its own runs. */
  #limits = MOST;

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
    const limit = this.#limits[name];
    if (this[name] <= limit) return;
    const Refused = UNDONE.includes(name) ? Error : ReadLimit;
    throw new Refused(
      `Too many ${COUNTED[name][1]} in a single function execution (limit: ${limit}). ${HELP}`,
    );
  }

  /**
   * Starts a nested call. Its limits concern its own use, and can only lower the
   * current ones. The returned function ends it; the writes of a failed call no
   * longer count.
   */
  enter(limits: Readonly<Record<string, unknown>>): (hasFailed: boolean) => void {
    if (this.#nesting >= LIMITS.callNesting)
      throw new Error(
        "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
      );
    this.#nesting += 1;
    const before = amounts((name) => this[name]);
    const outer = this.#limits;
    this.#limits = amounts((name) => {
      const own = limits[name];
      return typeof own === "number" ? Math.min(outer[name], this[name] + own) : outer[name];
    });
    return (hasFailed) => {
      this.#nesting -= 1;
      this.#limits = outer;
      if (hasFailed) for (const name of UNDONE) this[name] = before[name];
    };
  }

  /** Lines of the log for amounts near their limits. */
  warnings(): string[] {
    const near = ALL_COUNTED.filter((name) => this[name] > NEAR * MOST[name]);
    return near.flatMap((name) => {
      const words = `Many ${COUNTED[name][1]} in a single function execution`;
      const unit = name.startsWith("bytes") ? " bytes" : "";
      const line = warningNear(words, this[name], MOST[name], unit);
      return line === null ? [] : [UNDONE.includes(name) ? line : `${line} ${HELP}`];
    });
  }

  /** As `getTransactionMetrics` answers. */
  metrics(): Record<string, { used: number; remaining: number }> {
    const counted = ALL_COUNTED.map((name) => {
      const used = this[name];
      return [name, { used, remaining: Math.max(0, this.#limits[name] - used) }] as const;
    });
    const files = NO_FILES.map((name) => [name, { used: 0, remaining: 0 }] as const);
    return Object.fromEntries([...counted, ...files]);
  }
}

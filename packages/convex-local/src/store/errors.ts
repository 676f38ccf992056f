/** A refusal with a code for programs; the message says what to do. */
export class CodedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export class StoreError extends CodedError {}

/**
 * A commit that was refused because another one changed what the transaction read. The
 * message is Convex's; `table` is null if the key belongs to no table.
 */
export class Conflict extends StoreError {
  constructor(table: string | null) {
    super(
      "conflict",
      `Documents read from or written to ${table === null ? "some table" : `the "${table}" table`} ` +
        "changed while this mutation was being run and on every subsequent retry. " +
        "See https://docs.convex.dev/error#1",
    );
  }
}

/** The system's error codes for lack of space: of the disk, of the quota, or of a file. */
const FULL_CODES = ["ENOSPC", "EDQUOT", "EFBIG"];

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && FULL_CODES.includes(String(error.code));
}

/** A commit that was not made, and why. Every caller may read the text: it contains no path. */
export class NotSaved extends StoreError {
  constructor(reason: string) {
    super("not_saved", `${reason} Nothing was saved. Reads still work.`);
  }
}

export const DISK_FULL = "The disk of the backend is full: free some space.";

/** The system's error about a path in the data folder, in plain words; other errors unchanged. */
export function fileFailure(dir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isHere = "path" in error && String(error.path).startsWith(dir);
  // Errors of an open file contain no path.
  if (!isHere && !isDiskFull(error)) return error;
  return new StoreError(
    "data_folder_not_writable",
    `The data folder ${dir} cannot be written to (${error.message}). ` +
      "Make it writable, or choose another folder.",
  );
}

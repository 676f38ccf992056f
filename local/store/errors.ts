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

/** What the system says when there is no room: of the disk, of the user, or for a file. */
const FULL_CODES = ["ENOSPC", "EDQUOT", "EFBIG"];

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && FULL_CODES.includes(String(error.code));
}

/** A commit that was not made, and why. The text is for anyone who calls: it names no path. */
export class NotSaved extends StoreError {
  constructor(reason: string) {
    super("not_saved", `${reason} Nothing was saved. Reading goes on.`);
  }
}

export const DISK_FULL = "The disk of the backend is full: free some space.";

/** What the system said of a path in the data folder, in our words; other errors as they are. */
export function fileFailure(dir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isHere = "path" in error && String(error.path).startsWith(dir);
  // What fails in an open file names no path.
  if (!isHere && !isDiskFull(error)) return error;
  return new StoreError(
    "data_folder_not_writable",
    `The data folder ${dir} cannot be written to (${error.message}). ` +
      "Make it writable, or choose another folder.",
  );
}

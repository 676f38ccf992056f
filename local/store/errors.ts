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

/** What the system said of a path in the data folder, in our words; other errors as they are. */
export function fileFailure(dir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("path" in error)) return error;
  if (!String(error.path).startsWith(dir)) return error;
  return new StoreError(
    "data_folder_not_writable",
    `The data folder ${dir} cannot be written to (${error.message}). ` +
      "Make it writable, or choose another folder.",
  );
}

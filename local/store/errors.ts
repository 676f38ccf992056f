export type StoreErrorCode =
  | "data_folder_in_use"
  | "data_folder_incompatible"
  | "data_folder_damaged"
  | "data_folder_not_writable"
  | "unknown_index"
  | "missing_document";

/** What the store refuses. The message says what to do. */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(
    readonly code: StoreErrorCode,
    message: string,
  ) {
    super(message);
  }
}

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

export type StoreErrorCode =
  | "data_folder_in_use"
  | "data_folder_incompatible"
  | "data_folder_damaged"
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

import type { Database, Doc } from "../store/types";
import { allRows } from "./job-rows";
import type { TransactionQueue } from "./transactions";
import type { FileRow, FileRows } from "./types";

/** Inserts a file's row; `place` runs before the commit. */
export async function addFile(
  queue: TransactionQueue,
  file: Parameters<FileRows["add"]>[0],
  place: (storageId: string) => void | Promise<void>,
): Promise<string> {
  const { contentType, ...fields } = file;
  const { result } = await queue.transact(async (tx) => {
    const row = tx.insert("_storage", contentType === null ? fields : { ...fields, contentType });
    await place(row._id);
    return { commit: true, result: row._id };
  });
  return result;
}

function toFileRow(doc: Doc): FileRow {
  // Only this folder writes rows of `_storage`, in this form.
  return doc as unknown as FileRow;
}

/** Files as the upload and download routes see them. */
export function fileRows(database: Database, queue: TransactionQueue): FileRows {
  return {
    add: (file, place) => addFile(queue, file, place),
    find: (storageId) => {
      const doc = database.begin().get("_storage", storageId);
      return doc && toFileRow(doc);
    },
    ids: () => allRows(database.begin(), "_storage").map(({ _id }) => _id),
  };
}

import { msg } from "../../language/text";
import type { Id } from "../../../convex/_generated/dataModel";

export interface SendTask {
  url: string;
  file: Blob;
  type: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number, elapsedMs: number) => void;
}

/**
 * An upload URL expires after two minutes; this is a little less, so that the user
 * gets a reason.
 */
export const PATIENCE_MS = 115_000;

/** A file that did not arrive in time would not arrive on a retry either. */
export class TooSlow extends Error {
  override readonly message = msg(
    "Not there after two minutes, the limit for one file. Try again on a faster connection.",
  );
}

/** The server inspected a file and refused it: a retry changes nothing. */
export class RefusedFile extends Error {}

/** Sends a file to its upload URL. XHR, because `fetch` reports no progress. */
export function sendFile({
  url,
  file,
  type,
  signal,
  onProgress,
}: SendTask): Promise<Id<"_storage">> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    request.open("POST", url);
    request.setRequestHeader("Content-Type", type);
    request.responseType = "json";
    request.timeout = PATIENCE_MS;
    request.upload.onprogress = ({ loaded }) => onProgress(loaded, performance.now() - startedAt);
    request.onload = () => {
      const storageId = readStorageId(request.status, request.response);
      if (storageId) resolve(storageId);
      else reject(failureOf(request.status, request.response));
    };
    request.onerror = () => reject(new Error("The connection broke"));
    request.ontimeout = () => reject(new TooSlow());
    request.onabort = () => reject(new Error("Stopped"));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** This URL was used or has expired. The file may be fine, so another URL may work. */
const EXPIRED = "upload_url_expired";

function failureOf(status: number, body: unknown): Error {
  const isRefused = (status === 400 || status === 403) && typeof body === "object" && body !== null;
  const isTemporary = isRefused && "code" in body && body.code === EXPIRED;
  if (isRefused && !isTemporary && "message" in body && typeof body.message === "string") {
    return new RefusedFile(body.message);
  }
  return new Error(`HTTP error! status ${status}`);
}

function readStorageId(status: number, body: unknown): Id<"_storage"> | null {
  if (status !== 200 || typeof body !== "object" || body === null) return null;
  // The upload URL returns `{ storageId }`; the server validates it again.
  return "storageId" in body ? (body.storageId as Id<"_storage">) : null;
}

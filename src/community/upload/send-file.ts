import type { Id } from "../../../convex/_generated/dataModel";

export interface SendTask {
  url: string;
  file: Blob;
  type: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number, elapsedMs: number) => void;
}

/** An upload address is deaf after two minutes; a little less, so that people hear why. */
export const PATIENCE_MS = 115_000;

/** A file that does not arrive in time will not the next time either. */
export class TooSlow extends Error {
  override readonly message =
    "Not there after two minutes, which is all the time one file has. Try again on a faster connection.";
}

/** The server looked at a file and does not take it: sending it again changes nothing. */
export class RefusedFile extends Error {}

/** Sends a file to its upload address. XHR, because `fetch` tells nothing of its progress. */
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

/** An upload URL that was used or is over is no word about the file: another one may do. */
function failureOf(status: number, body: unknown): Error {
  const isRefused = status === 400 && typeof body === "object" && body !== null;
  if (isRefused && "message" in body && typeof body.message === "string") {
    return new RefusedFile(body.message);
  }
  return new Error(`HTTP error! status ${status}`);
}

function readStorageId(status: number, body: unknown): Id<"_storage"> | null {
  if (status !== 200 || typeof body !== "object" || body === null) return null;
  // The upload address answers `{ storageId }`; the server validates it again.
  return "storageId" in body ? (body.storageId as Id<"_storage">) : null;
}

import type { Id } from "../../../convex/_generated/dataModel";
import type { SendTask } from "./upload-runner";

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
    request.upload.onprogress = ({ loaded }) => onProgress(loaded, performance.now() - startedAt);
    request.onload = () => {
      const storageId = readStorageId(request.status, request.response);
      if (storageId) resolve(storageId);
      else reject(new Error(`HTTP error! status ${request.status}`));
    };
    request.onerror = () => reject(new Error("The connection broke"));
    request.onabort = () => reject(new Error("Stopped"));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function readStorageId(status: number, body: unknown): Id<"_storage"> | null {
  if (status !== 200 || typeof body !== "object" || body === null) return null;
  // The upload address answers `{ storageId }`; the server validates it again.
  return "storageId" in body ? (body.storageId as Id<"_storage">) : null;
}

/**
 * Converts a HEIC file to JPEG where the browser can't decode it. The decoder
 * loads for the first such file, runs in a worker, and is removed afterwards.
 *
 * @returns Null when it can't be decoded either.
 */
export function decodeHeic(file: Blob): Promise<Blob | null> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Blob | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

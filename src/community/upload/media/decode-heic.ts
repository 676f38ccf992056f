/**
 * Converts a HEIC file to JPEG if the browser can't decode it. The decoder loads for the first such
 * file, runs in a worker, and is removed afterwards.
 *
 * @returns Null if the decoder can't decode it either.
 */
export function decodeHeic(file: Blob): Promise<Blob | null> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Blob | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

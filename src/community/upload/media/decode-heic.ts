/**
 * Makes a JPEG of a HEIC file where the browser can't decode it. The decoder is
 * fetched for the first such file, works beside the page, and is gone after.
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

const BYTES_PER_MB = 1_048_576;
const BYTES_PER_KB = 1024;

/** The name of a file type: JPEG, HEIC, MATROSKA. */
export function formatOf(type: string): string {
  return type.replace(/^\w+\/(x-)?/, "").toUpperCase();
}

/** A size in the best unit: 640 KB, 8.4 MB. */
export function formatBytes(bytes: number): string {
  return bytes >= BYTES_PER_MB
    ? `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} KB`;
}

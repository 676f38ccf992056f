import { formatNumber } from "../language/format";
const BYTES_PER_MB = 1_048_576;
const BYTES_PER_KB = 1024;

/** Common names of types whose technical names people do not know. */
const FORMATS: Partial<Record<string, string>> = {
  "video/quicktime": "MOV",
  "video/x-matroska": "MKV",
};

/** The name of a file type: JPEG, HEIC, MOV. */
export function formatOf(type: string): string {
  return FORMATS[type] ?? type.replace(/^\w+\/(x-)?/, "").toUpperCase();
}

/** A size in the best unit: 640 KB, 8.4 MB. */
export function formatBytes(bytes: number): string {
  return bytes >= BYTES_PER_MB
    ? `${formatNumber(bytes / BYTES_PER_MB, 1)} MB`
    : `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} KB`;
}

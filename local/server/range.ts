/** Inclusive offsets, as `Content-Range` writes them. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Reads a `Range` header; null asks for the whole (also when it names several ranges). */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? "unsatisfiable" : { start, end };
}

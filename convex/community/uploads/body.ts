/**
 * A Convex function may hold 64 MiB of buffers. A Blob's bytes don't count, but each
 * part of it is copied through a buffer as a whole when it is written or read.
 */
const PART_BYTES = 262_144;

/** A body of exactly this size; null if its size differs. Never reads more. */
export async function readExactly(
  { headers, body }: Pick<Request, "headers" | "body">,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = headers.get("Content-Length");
  if (!body || (declared !== null && Number(declared) !== size)) return null;
  const reader = body.getReader();
  const received: Blob[] = [];
  let length = 0;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    length += value.byteLength;
    if (length > size) {
      await reader.cancel();
      return null;
    }
    received.push(new Blob([value]));
  }
  // Allocating the full size at the start would let a slow sender hold memory that it never fills.
  return length === size ? new Uint8Array(await new Blob(received).arrayBuffer()) : null;
}

/** A file made of these pieces; only one small piece is copied at a time. */
export function fileOf(pieces: readonly Uint8Array<ArrayBuffer>[], type: string): Blob {
  const parts: Blob[] = [];
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const next = piece.subarray(at, at + PART_BYTES - filled);
      part.set(next, filled);
      filled += next.length;
      at += next.length;
      if (filled < PART_BYTES) continue;
      parts.push(new Blob([part]));
      filled = 0;
    }
  }
  return new Blob([...parts, part.subarray(0, filled)], { type });
}

/** In a separate process with `--expose-gc`, because other tests have buffers, too. */

import { fileOf, readExactly } from "../../../convex/community/uploads/body";
import { inspectForStorage } from "../../../convex/contract/files/inspect";
import { VIDEO_MAX_BYTES } from "../../../convex/contract/files/media";
import { box, movie, track } from "../../contract/files/film-boxes";

const MIB = 1_048_576;
const CHUNK_BYTES = 65_536;

/**
 * The maximum number of buffer bytes in use at once. For steps with small buffers it measures only
 * each 16th, because garbage collection takes time.
 */
class Held {
  most = 0;
  private steps = 0;

  private readonly before = Held.now();

  look({ byteLength }: Uint8Array): void {
    if (this.steps++ % 16 === 0 || byteLength > MIB)
      this.most = Math.max(this.most, Held.now() - this.before);
  }

  private static now(): number {
    globalThis.gc?.();
    return process.memoryUsage().arrayBuffers;
  }
}

const held = new Held();
const copyOf = (text: string) => {
  const bytes = new Uint8Array(Buffer.from(text, "latin1"));
  held.look(bytes);
  return bytes;
};

/**
 * As in Convex's runtime: the content of a Blob is outside the function's buffers, and each of its
 * parts is copied through them as a whole, in both directions.
 */
class OutsideBlob {
  private readonly parts: (string | OutsideBlob)[];
  readonly size: number;

  constructor(parts: readonly (Uint8Array | OutsideBlob)[] = []) {
    this.parts = parts.map((part) => {
      if (part instanceof OutsideBlob) return part;
      const copy = part.slice();
      held.look(copy);
      return Buffer.from(copy.buffer).toString("latin1");
    });
    this.size = parts.reduce((sum, part) => sum + ("size" in part ? part.size : part.length), 0);
  }

  *pieces(): Generator<Uint8Array> {
    for (const part of this.parts) {
      if (part instanceof OutsideBlob) yield* part.pieces();
      else yield copyOf(part);
    }
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const whole = new Uint8Array(this.size);
    held.look(whole);
    let at = 0;
    for (const piece of this.pieces()) {
      whole.set(piece, at);
      at += piece.length;
    }
    return Promise.resolve(whole.buffer);
  }
}

/** The largest accepted video, with a location, in chunks as they arrive from the network. */
function largestFilm(): { chunks: () => Generator<Uint8Array, void>; size: number } {
  const place = Array.from("\0\x12\x15\xc7+37.7749-122.4194/", (letter) => letter.charCodeAt(0));
  const head = movie(track({ shown: [640, 360] }), box("udta", box("\xa9xyz", place)));
  const room = new Uint8Array(8);
  new DataView(room.buffer).setUint32(0, VIDEO_MAX_BYTES - head.length);
  room.set([0x6d, 0x64, 0x61, 0x74], 4);
  function* chunks(): Generator<Uint8Array, void> {
    for (let at = 0; at < VIDEO_MAX_BYTES; at += CHUNK_BYTES) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, VIDEO_MAX_BYTES - at));
      if (at === 0) {
        chunk.set(head);
        chunk.set(room, head.length);
      }
      held.look(chunk);
      yield chunk;
    }
  }
  return { chunks, size: VIDEO_MAX_BYTES };
}

/** Receives, cleans and stores the video. Returns the maximum buffer size, and the stored bytes. */
async function measure(): Promise<{ most: number; stored: number }> {
  const { chunks, size } = largestFilm();
  const source = chunks();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk: IteratorResult<Uint8Array, void> = source.next();
      if (chunk.done === true) controller.close();
      else controller.enqueue(chunk.value);
    },
  });
  const file = await readExactly({ headers: new Headers(), body } as Request, size);
  if (!file) throw new Error("It was not received");
  const { data } = inspectForStorage(file, false);
  if (!data?.position) throw new Error("It was refused, or its place was not found");
  let stored = 0;
  const blob = fileOf(data.pieces, "video/mp4") as unknown as OutsideBlob;
  for (const piece of blob.pieces()) stored += piece.length;
  return { most: held.most, stored };
}

Object.assign(globalThis, { Blob: OutsideBlob });
console.log(JSON.stringify(await measure()));

import { asciiAt } from "../binary";
import { gifBlocks, gifStart } from "../segments";
import type { GifBlock } from "../segments";
import type { CleanOptions, Cleaned } from "./cleaned";
import { NotUnderstood } from "./notUnderstood";

const [CONTROL, APPLICATION, END] = [0xf9, 0xff, 0x3b] as const;
const CONTROL_BYTES = 8;
/** How often an animation is repeated. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];
const LOOP_BYTES = 16;

/**
 * Keeps a GIF's frames, their times, and how often they are repeated. Comments, texts
 * and application blocks are removed. We read no location format in GIFs.
 *
 * @throws NotUnderstood, TooManyParts
 */
export function cleanGif(file: Uint8Array<ArrayBuffer>, { parts }: CleanOptions): Cleaned {
  const start = gifStart(file);
  const kept = [...gifBlocks(file, parts)].map((block) => piecesOf(file, block));
  if (start > file.length) throw new NotUnderstood();
  return { pieces: [file.subarray(0, start), ...kept.flat(), Uint8Array.of(END)], position: null };
}

function piecesOf(file: Uint8Array<ArrayBuffer>, block: GifBlock): Uint8Array<ArrayBuffer>[] {
  const { kind, label, at, start, end } = block;
  // The last frame may be truncated, and its last block with it.
  if (end > file.length) throw new NotUnderstood();
  if (kind === "frame") return [file.subarray(at, end)];
  if (label === CONTROL && file[start] === 4) {
    return [file.subarray(at, at + CONTROL_BYTES - 1), Uint8Array.of(0)];
  }
  const isLoop = label === APPLICATION && LOOPS.includes(asciiAt(file, start + 1, 11));
  const counts = file.slice(start + LOOP_BYTES - 3, start + LOOP_BYTES);
  if (!isLoop || file[start] !== 11 || file[start + 12] !== 3 || counts[0] !== 1) return [];
  return [file.subarray(at, at + 14 + 1), counts, Uint8Array.of(0)];
}

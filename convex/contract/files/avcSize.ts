import { uint16At } from "./binary";
import { around, pixels } from "./size";
import type { Pixels } from "./size";

/** Profiles whose parameters begin with a chroma format. */
const WITH_CHROMA: readonly number[] = [
  100, 110, 122, 244, 44, 83, 86, 118, 128, 134, 135, 138, 139,
];
/** Where they begin, after a profile and a level. */
const PARAMETERS = 4;
const MACROBLOCK_PX = 16;

/**
 * The picture size of H.264 according to its parameter sets, because decoders use these and not the
 * container's size.
 *
 * @param settings - The content of `avcC`.
 * @returns A size that all of them fit into; null if there are none.
 */
export function readAvcSize(settings: Uint8Array): Pixels | null {
  let size: Pixels | null = null;
  let at = 6;
  for (let left = (settings[5] ?? 0) & 31; left > 0; left--) {
    const end = at + 2 + (uint16At(settings, at) ?? 0);
    size = around(size, sizeIn(settings.subarray(at + 2, end)));
    at = end;
  }
  return size;
}

function sizeIn(set: Uint8Array): Pixels | null {
  if (set.length <= PARAMETERS) return null;
  const bits = new Bits(set.subarray(PARAMETERS));
  bits.number();
  const chroma = WITH_CHROMA.includes(set[1] ?? 0) ? readChroma(bits) : 1;
  bits.number();
  skipOrder(bits);
  bits.number();
  bits.read(1);
  const [columns, rows] = [bits.number() + 1, bits.number() + 1];
  // For interlaced pictures it counts the rows of one field.
  const fields = bits.read(1) === 1 ? 1 : 2;
  bits.read(fields);
  const [left, right, top, bottom] = bits.read(1) ? [0, 0, 0, 0].map(() => bits.number()) : [];
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = (chroma === 1 ? 2 : 1) * fields;
  return pixels(
    columns * MACROBLOCK_PX - across * ((left ?? 0) + (right ?? 0)),
    rows * MACROBLOCK_PX * fields - down * ((top ?? 0) + (bottom ?? 0)),
  );
}

/** Reads the chroma format, and skips the depths and scaling lists after it. */
function readChroma(bits: Bits): number {
  const chroma = bits.number();
  if (chroma === 3) bits.read(1);
  bits.number();
  bits.number();
  bits.read(1);
  if (bits.read(1) === 0) return chroma;
  const lists = chroma === 3 ? 12 : 8;
  for (let list = 0; list < lists; list++) if (bits.read(1)) skipList(bits, list < 6 ? 16 : 64);
  return chroma;
}

function skipList(bits: Bits, length: number): void {
  let [last, next] = [8, 8];
  for (let i = 0; i < length && next !== 0; i++) {
    next = (last + bits.signed() + 256) & 255;
    if (next !== 0) last = next;
  }
}

/** The order in which pictures are shown. */
function skipOrder(bits: Bits): void {
  const kind = bits.number();
  if (kind === 0) bits.number();
  if (kind !== 1) return;
  bits.read(1);
  bits.number();
  bits.number();
  const count = Math.min(bits.number(), 255);
  for (let i = 0; i < count; i++) bits.number();
}

/** Reads numbers of any number of bits. Returns zeros past the end. */
class Bits {
  private readonly bytes: number[];
  private at = 0;

  constructor(bytes: Uint8Array) {
    // A 3 after two zeros only prevents the data from looking like a start code.
    this.bytes = [...bytes].filter(
      (byte, i) => !(byte === 3 && i > 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0),
    );
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++) {
      value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
    }
    return value;
  }

  /** As many zeros as there are bits after the first one. */
  number(): number {
    let zeros = 0;
    while (zeros < 32 && this.read(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.read(zeros);
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}

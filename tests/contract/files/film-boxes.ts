const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const u16 = (n: number) => [(n >>> 8) & 255, n & 255];
const zeros = (length: number) => Array.from({ length }, () => 0);

export const box = (name: string, ...content: number[][]) => {
  const body = content.flat();
  return [...u32(body.length + 8), ...ascii(name), ...body];
};

type Size = readonly [width: number, height: number];

interface Track {
  /** The size in its header. */
  shown?: Size;
  /** The size of its samples. */
  coded?: Size;
  isTurned?: boolean;
  handler?: string;
  /** The rotation in the header. */
  version?: 0 | 1;
}

const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const TURNED = [0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000];

export function track({
  shown = [0, 0],
  coded = shown,
  isTurned = false,
  handler = "vide",
  version = 0,
}: Track): number[] {
  const header = box(
    "tkhd",
    [version, 0, 0, 7, ...zeros(version === 1 ? 32 : 20), ...zeros(16)],
    (isTurned ? TURNED : UPRIGHT).flatMap(u32),
    shown.flatMap((side) => [...u16(side), 0, 0]),
  );
  const sample = box("avc1", [...zeros(24), ...coded.flatMap(u16), ...zeros(50)]);
  const samples = box("stsd", [...zeros(4), ...u32(1), ...sample]);
  const told = box("hdlr", [...zeros(8), ...ascii(handler), ...zeros(13)]);
  return box("trak", header, box("mdia", told, box("minf", box("stbl", samples))));
}

/** Enough of an MP4 for its type and its size. */
export function movie(...tracks: number[][]): Uint8Array<ArrayBuffer> {
  const brand = [...ascii("isom"), 0, 0, 0, 0];
  return new Uint8Array([...box("ftyp", brand), ...box("moov", ...tracks)]);
}

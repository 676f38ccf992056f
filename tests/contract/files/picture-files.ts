/** Text is ASCII, an array is bytes; all concatenated. */
export function bytesOf(...parts: (string | number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  );
}
export const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
export const u16 = (n: number) => [n >>> 8, n & 255];
export const le16 = (n: number) => [n & 255, n >>> 8];
export const le24 = (n: number) => [n & 255, (n >>> 8) & 255, n >>> 16];

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
export const png = (width: number, height: number, ...chunks: (string | number[])[]) =>
  bytesOf(PNG_START, u32(13), "IHDR", u32(width), u32(height), [8, 6, 0, 0, 0], u32(0), ...chunks);
export const animation: (string | number[])[] = [u32(8), "acTL", u32(2), u32(0), u32(0)];
export const pixelsChunk: (string | number[])[] = [u32(0), "IDAT", u32(0)];

export const frame = (width: number, height: number) => [
  0xff,
  0xc2,
  ...u16(11),
  8,
  ...u16(height),
  ...u16(width),
  1,
  1,
  17,
  0,
];
export const jpeg = (...segments: number[][]) => bytesOf([0xff, 0xd8], ...segments);
/** EXIF with one entry: the orientation. */
export const exif = (orientation: number, order: "II" | "MM") => {
  const n = order === "II" ? le16 : u16;
  const tiff = [
    ...bytesOf(order),
    ...n(42),
    ...(order === "II" ? [8, 0, 0, 0] : u32(8)),
    ...n(1),
    ...n(0x0112),
    ...n(3),
    ...(order === "II" ? [1, 0, 0, 0] : u32(1)),
    ...n(orientation),
    0,
    0,
  ];
  const body = [...bytesOf("Exif\0\0"), ...tiff];
  return [0xff, 0xe1, ...u16(body.length + 2), ...body];
};

export const ftyp = (major: string, ...compatible: string[]) =>
  bytesOf(u32(16 + 4 * compatible.length), "ftyp", major, u32(0), ...compatible);
export const ispe = (width: number, height: number): (string | number[])[] => [
  u32(20),
  "ispe",
  u32(0),
  u32(width),
  u32(height),
];
export const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const webp = (chunk: string, ...body: number[][]) =>
  bytesOf("RIFF", u32(0), "WEBP", chunk, u32(0), ...body);
export const ebml = (docType: string) =>
  bytesOf(
    [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | docType.length],
    docType,
  );

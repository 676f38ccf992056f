/** Text is ASCII, an array is bytes; all are concatenated. */
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
export const box = (name: string, ...content: number[][]) => {
  const body = content.flat();
  return [...u32(body.length + 8), ...bytesOf(name), ...body];
};

/** A picture in a HEIC, HEIF or AVIF file. */
export interface HeifPicture {
  size: readonly [width: number, height: number];
  type?: string;
  isHidden?: boolean;
  /** Boxes that describe it besides its size. */
  properties?: number[][];
  /** The pictures that it is composed of. Default: none. */
  content?: number[];
}

/** The box of a size. */
export const ispe = (width: number, height: number) => box("ispe", u32(0), u32(width), u32(height));

/** A `meta` box with pictures, whose first is the primary one. It contains their content. */
export function heif(...pictures: HeifPicture[]): Uint8Array {
  const all = pictures.map(({ size, properties = [] }) => [ispe(...size), ...properties]);
  const entries = pictures.map(({ type = "hvc1", isHidden = false }, i) =>
    box("infe", [2, 0, 0, isHidden ? 1 : 0], u16(i + 1), u16(0), [...bytesOf(type)], [0]),
  );
  let property = 0;
  const described = all.map((own, i) => [
    ...u16(i + 1),
    own.length,
    ...own.map(() => (property += 1)),
  ]);
  const contents = pictures.map(({ content = [] }) => content);
  let at = 0;
  const places = contents.map((content, i) => {
    const place = [
      ...u16(i + 1),
      ...u16(1),
      ...u16(0),
      ...u16(1),
      ...u32(at),
      ...u32(content.length),
    ];
    at += content.length;
    return place;
  });
  return bytesOf(
    box(
      "meta",
      u32(0),
      box("hdlr", u32(0), u32(0), [...bytesOf("pict")], Array<number>(13).fill(0)),
      box("pitm", u32(0), u16(1)),
      box("iinf", u32(0), u16(pictures.length), ...entries),
      box("iloc", [1, 0, 0, 0, 0x44, 0], u16(pictures.length), ...places),
      box(
        "iprp",
        box("ipco", ...all.flat()),
        box("ipma", u32(0), u32(pictures.length), ...described),
      ),
      box("idat", ...contents),
    ),
  );
}
export const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const le32 = (n: number) => u32(n).reverse();
export const webp = (chunk: string, ...body: number[][]) => {
  const content = body.flat();
  const size = le32(content.length);
  return bytesOf("RIFF", le32(12 + content.length), "WEBP", chunk, size, content);
};
export const ebml = (docType: string) =>
  bytesOf(
    [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | docType.length],
    docType,
  );

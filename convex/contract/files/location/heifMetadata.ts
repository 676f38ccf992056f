import { asciiAt, uint16At, uint32At, uintAt } from "../binary";
import { boxesIn, findBox } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import type { Block } from "./block";

interface Item {
  id: number;
  type: string;
}

/** Reads one number after another. Beyond the end there are zeros. */
class Cursor {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** A number of 0, 1, 2, 4 or 8 bytes. */
  read(size: number): number {
    const value = uintAt(this.bytes, this.at, size) ?? 0;
    this.at += size;
    return value;
  }
}

/** Where a HEIC, HEIF or AVIF file keeps its EXIF and XMP. */
export function heifMetadata(bytes: Uint8Array, parts: PartCount): Block[] {
  const meta = findBox(bytes, { start: 0, end: bytes.length }, "meta", parts);
  if (!meta) return [];
  const inside = { start: meta.start + 4, end: meta.end };
  const info = findBox(bytes, inside, "iinf", parts);
  const itemLocations = findBox(bytes, inside, "iloc", parts);
  if (!info || !itemLocations) return [];
  const data = findBox(bytes, inside, "idat", parts);
  const wanted = new Map(itemsIn(bytes, info, parts).map(({ id, type }) => [id, type]));
  return extentsIn(bytes, itemLocations, { parts, dataStart: data?.start ?? 0 }).flatMap(
    ({ id, start, end }): Block[] => {
      const type = wanted.get(id);
      if (type === "mime") return [{ kind: "xmp", start, end }];
      if (type !== "Exif") return [];
      // A number says how many bytes after itself the block begins.
      return [{ kind: "exif", start: start + 4 + (uint32At(bytes, start) ?? 0), end }];
    },
  );
}

function itemsIn(bytes: Uint8Array, info: Box, parts: PartCount): Item[] {
  const version = bytes[info.start] ?? 0;
  const first = info.start + (version === 0 ? 6 : 8);
  return [...boxesIn(bytes, first, info.end, {}, parts)].flatMap(({ start }) => {
    const isLong = (bytes[start] ?? 0) >= 3;
    const id = isLong ? uint32At(bytes, start + 4) : uint16At(bytes, start + 4);
    const type = asciiAt(bytes, start + (isLong ? 10 : 8), 4);
    return id === null ? [] : [{ id, type }];
  });
}

function extentsIn(
  bytes: Uint8Array,
  itemLocations: Box,
  { parts, dataStart }: { parts: PartCount; dataStart: number },
) {
  const version = bytes[itemLocations.start] ?? 0;
  const cursor = new Cursor(bytes, itemLocations.start + 4);
  const sizes = cursor.read(2);
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  const extents: { id: number; start: number; end: number }[] = [];
  const count = cursor.read(version < 2 ? 2 : 4);
  for (let i = 0; i < count && cursor.at < itemLocations.end; i++) {
    parts.add();
    const id = cursor.read(version < 2 ? 2 : 4);
    const isInData = version > 0 && (cursor.read(2) & 15) === 1;
    cursor.read(2);
    const base = cursor.read(baseSize) + (isInData ? dataStart : 0);
    const several = cursor.read(2);
    for (let part = 0; part < several && cursor.at < itemLocations.end; part++) {
      parts.add();
      cursor.read(indexSize);
      const start = base + cursor.read(offsetSize);
      extents.push({ id, start, end: Math.min(bytes.length, start + cursor.read(lengthSize)) });
    }
  }
  return extents;
}

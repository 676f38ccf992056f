import { asciiAt, uint16At, uint32At, uintAt } from "./binary";
import { boxesIn, findBox } from "./boxes";
import type { Box } from "./boxes";
import type { PartCount } from "./parts";

/** A part of a file. */
interface Range {
  start: number;
  end: number;
}

/** A picture, a part of one, or metadata in a HEIC, HEIF or AVIF file. */
export interface HeifItem {
  id: number;
  type: string;
  /** Not shown on its own: a tile, for example. */
  isHidden: boolean;
  /** The offset of its name; the name ends with its entry. */
  name: Range;
  /** Where its content is. */
  extents: Range[];
  /** The boxes that describe it. */
  properties: Box[];
}

export interface Heif {
  meta: Box;
  items: HeifItem[];
  primary: HeifItem | null;
}

const MOST_BYTES = 8;

/** Reads numbers in sequence. Returns zeros past the end. */
class Cursor {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** A number of 0 to 8 bytes. */
  read(size: number): number {
    const value = size > MOST_BYTES ? 0 : (uintAt(this.bytes, this.at, size) ?? 0);
    this.at += size;
    return value;
  }
}

/**
 * The items of a HEIC, HEIF or AVIF file, and where they are.
 *
 * @returns Null if it has none, or describes them twice or in a format that we can't read.
 * @throws TooManyParts
 */
export function readHeif(bytes: Uint8Array, parts: PartCount): Heif | null {
  const metas = [...boxesIn(bytes, 0, bytes.length, {}, parts)].filter(
    ({ name }) => name === "meta",
  );
  const [meta] = metas;
  if (!meta || metas.length > 1) return null;
  const inside = [...boxesIn(bytes, meta.start + 4, meta.end, {}, parts)];
  const one = (name: string) => inside.find((box) => box.name === name);
  // If there are two, readers differ in which one they use.
  if (new Set(inside.map(({ name }) => name)).size < inside.filter(isUnique).length) return null;
  const [info, locations, iprp, pitm] = [one("iinf"), one("iloc"), one("iprp"), one("pitm")];
  const extents = locations ? extentsIn(bytes, locations, { parts, data: one("idat") }) : new Map();
  if (!extents) return null;
  const described = iprp ? propertiesIn(bytes, iprp, parts) : new Map<number, Box[]>();
  const items = (info ? entriesIn(bytes, info, parts) : []).map((entry) => ({
    ...entry,
    extents: (extents as ReadonlyMap<number, Range[]>).get(entry.id) ?? [],
    properties: described.get(entry.id) ?? [],
  }));
  const first = pitm && idAt(bytes, pitm.start + 4, (bytes[pitm.start] ?? 0) > 0);
  return { meta, items, primary: items.find(({ id }) => id === first) ?? null };
}

function isUnique({ name }: Box): boolean {
  return name !== "free" && name !== "uuid" && name !== "skip";
}

function idAt(bytes: Uint8Array, at: number, isLong: boolean): number {
  return (isLong ? uint32At(bytes, at) : uint16At(bytes, at)) ?? 0;
}

function entriesIn(bytes: Uint8Array, info: Box, parts: PartCount) {
  const first = info.start + (bytes[info.start] === 0 ? 6 : 8);
  return [...boxesIn(bytes, first, info.end, {}, parts)].map(({ start, end }) => {
    const isLong = (bytes[start] ?? 0) >= 3;
    const typeAt = start + (isLong ? 10 : 8);
    return {
      id: idAt(bytes, start + 4, isLong),
      type: asciiAt(bytes, typeAt, 4),
      isHidden: ((bytes[start + 3] ?? 0) & 1) === 1,
      name: { start: typeAt + 4, end },
    };
  });
}

/** Where each item's content is; null if it is stored in a way that we can't read. */
function extentsIn(
  bytes: Uint8Array,
  { start, end }: Box,
  { parts, data }: { parts: PartCount; data: Box | undefined },
): Map<number, Range[]> | null {
  const version = bytes[start] ?? 0;
  const cursor = new Cursor(bytes, start + 4);
  const sizes = cursor.read(2);
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  const extents = new Map<number, Range[]>();
  const count = cursor.read(version < 2 ? 2 : 4);
  for (let i = 0; i < count && cursor.at < end; i++) {
    parts.add();
    const id = cursor.read(version < 2 ? 2 : 4);
    const method = version > 0 ? cursor.read(2) & 15 : 0;
    const elsewhere = cursor.read(2);
    if (method > 1 || elsewhere !== 0) return null;
    const room = method === 1 ? (data ?? { start: 0, end: 0 }) : { start: 0, end: bytes.length };
    const base = room.start + cursor.read(baseSize);
    const several = cursor.read(2);
    const own = extents.get(id) ?? [];
    for (let part = 0; part < several && cursor.at < end; part++) {
      parts.add();
      cursor.read(indexSize);
      const from = base + cursor.read(offsetSize);
      const length = cursor.read(lengthSize);
      // Without a length, the content ends with the file.
      own.push({ start: from, end: length === 0 ? room.end : Math.min(room.end, from + length) });
    }
    extents.set(id, own);
  }
  return extents;
}

/** The boxes that describe each item. */
function propertiesIn(bytes: Uint8Array, iprp: Box, parts: PartCount): Map<number, Box[]> {
  const ipco = findBox(bytes, iprp, "ipco", parts);
  const all = ipco ? [...boxesIn(bytes, ipco.start, ipco.end, {}, parts)] : [];
  const described = new Map<number, Box[]>();
  for (const { name, start, end } of boxesIn(bytes, iprp.start, iprp.end, {}, parts)) {
    if (name !== "ipma") continue;
    const isLong = (bytes[start] ?? 0) > 0;
    const width = ((bytes[start + 3] ?? 0) & 1) === 1 ? 2 : 1;
    const cursor = new Cursor(bytes, start + 4);
    const count = cursor.read(4);
    for (let i = 0; i < count && cursor.at < end; i++) {
      parts.add();
      const id = cursor.read(isLong ? 4 : 2);
      const several = cursor.read(1);
      const own = described.get(id) ?? [];
      described.set(id, own);
      for (let n = 0; n < several; n++) {
        parts.add();
        // The highest bit says whether readers have to support the property.
        const property = all[(cursor.read(width) & (2 ** (8 * width - 1) - 1)) - 1];
        if (property) own.push(property);
      }
    }
  }
  return described;
}

import { uint32At } from "../binary";
import { boxesIn } from "../boxes";
import { readHeif } from "../heifItems";
import type { HeifItem } from "../heifItems";
import { TooManyParts } from "../parts";
import type { PartCount } from "../parts";
import { keepBoxes } from "./boxRules";
import type { Rule, Rules } from "./boxRules";
import type { CleanOptions, Cleaned } from "./cleaned";
import { exifOf, readExif } from "./exif";
import { FILM, SETTINGS, auxiliary, colour, data, fixed, handler, names, whole } from "./filmRules";
import { NotUnderstood } from "./notUnderstood";
import { positionInXmp } from "./position";
import type { Position } from "./position";
import { blankOutside } from "./ranges";
import type { Range } from "./ranges";
import { keepTracks } from "./tracks";

/** Coded pictures, and pictures composed of others. */
const PICTURES = ["hvc1", "hvt1", "lhv1", "av01", "grid", "iovl", "iden", "tmap"];
const METADATA = ["Exif", "mime", "uri "];
const OFFSET_BYTES = 4;
/** EXIF without any entries. */
const NOTHING = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];

const PROPERTIES: Rules = {
  ispe: fixed(12),
  irot: fixed(1),
  imir: fixed(1),
  clap: fixed(32),
  pasp: fixed(8),
  mdcv: fixed(24),
  clli: fixed(4),
  amve: fixed(8),
  a1op: fixed(1),
  lsel: fixed(2),
  pixi: { length: (content) => 5 + (content[4] ?? 0) },
  colr: colour,
  auxC: auxiliary,
  ...SETTINGS,
  ...names("lhvC av1C cclv a1lx rloc"),
};

/** Its type, without its name. */
const entry: Rule = {
  length: (content) => {
    const version = content[0] ?? 0;
    if (version < 2) return 8;
    return version === 2 ? 12 : 14;
  },
};
const entries: Rule = {
  edit: (content, parts) => {
    const start = content[0] === 0 ? 6 : 8;
    keepBoxes(content, { start, end: content.length }, { infe: entry }, parts);
    return true;
  },
};

const HEIF: Rules = {
  ...FILM,
  meta: {
    own: 4,
    inside: {
      hdlr: handler,
      dinf: data,
      pitm: fixed(6, 8),
      iinf: entries,
      iref: { own: 4, inside: names("dimg thmb auxl cdsc prem base") },
      iprp: { inside: { ipco: { inside: PROPERTIES }, ipma: whole } },
      grpl: { inside: names("altr ster") },
      ...names("iloc idat"),
    },
  },
};

/**
 * Keeps the pictures of a HEIC, HEIF or AVIF, in place: blanks other items, other tracks and all
 * boxes that no decoder needs. Nothing moves, so all offsets in the file stay valid. It ends with
 * its last kept box.
 *
 * @param file - Is changed.
 * @throws NotUnderstood, TooManyParts
 */
export function cleanHeif(
  file: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const heif = readHeif(file, parts);
  if (!heif?.items.every(({ type }) => [...PICTURES, ...METADATA].includes(type))) {
    throw new NotUnderstood();
  }
  refuseOverlaps(file, heif.items);
  const position = positionIn(file, heif.items);
  const pictures = heif.items.filter(({ type }) => PICTURES.includes(type));
  const kept = [
    ...pictures.flatMap((picture) => contentOf(file, picture)),
    ...keepTracks(file, parts),
  ];
  const end = keepBoxes(file, { start: 0, end: file.length }, HEIF, parts);
  const rooms = dataIn(file, heif.meta, parts);
  for (const room of rooms) blankOutside(file, room, kept);
  for (const { type, extents } of heif.items) {
    if (type === "Exif") writeExif(file, extents, rooms, keepsPosition ? position : null);
  }
  return { pieces: [file.subarray(0, end)], position };
}

/**
 * Where a picture's content is. For a picture composed of others, only the parts that readers use.
 */
function contentOf(file: Uint8Array, { type, extents }: HeifItem): Range[] {
  if (type === "iden") return [];
  if (type !== "grid") return extents;
  const [first] = extents;
  if (!first) return [];
  const isLong = ((file[first.start + 1] ?? 0) & 1) === 1;
  return [{ start: first.start, end: Math.min(first.end, first.start + (isLong ? 12 : 8)) }];
}

/** A malicious file may reference the same bytes many times; real files don't. */
function refuseOverlaps(file: Uint8Array, items: readonly HeifItem[]): void {
  const extents = items.filter(({ type }) => METADATA.includes(type)).flatMap((one) => one.extents);
  const inAll = extents.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  if (inAll > 2 * file.length) throw new TooManyParts();
}

function positionIn(file: Uint8Array, items: readonly HeifItem[]): Position | null {
  for (const { type, extents } of items) {
    for (const { start, end } of extents) {
      const content = file.subarray(start, end);
      // The first number is the offset of the block after it.
      const from = OFFSET_BYTES + (uint32At(content, 0) ?? 0);
      const exif = type === "Exif" ? readExif(content.subarray(from)).position : null;
      const position = type === "mime" ? positionInXmp(content) : exif;
      if (position) return position;
    }
  }
  return null;
}

/** The boxes that contain items and samples. */
function dataIn(file: Uint8Array, meta: Range, parts: PartCount): Range[] {
  const top = [...boxesIn(file, 0, file.length, {}, parts)].filter(({ name }) => name === "mdat");
  const inside = [...boxesIn(file, meta.start + 4, meta.end, {}, parts)];
  return [...top, ...inside.filter(({ name }) => name === "idat")];
}

/** Readers find EXIF at its old offset; another box has the orientation. */
function writeExif(
  file: Uint8Array,
  [room]: readonly Range[],
  rooms: readonly Range[],
  position: Position | null,
): void {
  const exif = exifOf({ orientation: null, position }) ?? NOTHING;
  const content = [0, 0, 0, 0, ...exif];
  const isData = rooms.some(({ start, end }) => room && room.start >= start && room.end <= end);
  if (room && isData && room.end - room.start >= content.length) file.set(content, room.start);
}

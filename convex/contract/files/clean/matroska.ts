import { asciiAt, uintAt } from "../binary";
import { NO_ELEMENT, elementsIn, widthAt } from "../ebml";
import type { Element } from "../ebml";
import type { PartCount } from "../parts";
import type { CleanOptions, Cleaned } from "./cleaned";
import { MATROSKA_CODECS, UNDESCRIBED, blankCodecWords } from "./codecWords";
import * as ids from "./matroskaElements";
import { CONTENTS, HOLDERS, NUMBERS, PROGRAMS } from "./matroskaElements";
import { NotUnderstood } from "./notUnderstood";
import { positionInText, textOf } from "./position";
import type { Position } from "./position";

const [VIDEO, AUDIO] = [1, 2] as const;
const MAX_NUMBER_BYTES = 8;
const MAX_SIZE_BYTES = 8;
/** Longer than any tag name or location that programs write. */
const MAX_TEXT = 256;
const TAG_HOLDERS = [...HOLDERS, ids.TAGS, ids.TAG, ids.SIMPLE_TAG];
const DOC_TYPE = /^(webm|matroska)\0*$/;
const LOCATION = /location|gps/i;
const SPACE = 0x20;

/**
 * Keeps the pictures and the sound of a Matroska or WebM video, in place: other tracks with their
 * blocks, tags, chapters, attachments and all elements that no decoder needs become free space,
 * which readers skip. Nothing moves. It ends with its segment.
 *
 * @param film - Is changed.
 * @throws NotUnderstood, TooManyParts
 */
export function cleanMatroska(
  film: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const { position, tags } = tagsIn(film, parts);
  const whole = endOf(film, parts);
  const { kept, hasAlpha } = tracksIn(film, parts);
  let end = 0;
  for (const element of elementsIn(film, 0, whole, HOLDERS, parts)) {
    const isHolder = HOLDERS.includes(element.id);
    end = Math.max(end, isHolder ? element.start : element.end);
    if (isKept(film, element, { kept, hasAlpha, parts })) continue;
    if (element.isOpen) throw new NotUnderstood();
    if (element.id === NO_ELEMENT) film.fill(0, element.start, element.end);
    else voidElement(film, element);
    end = Math.max(end, element.end);
  }
  if (keepsPosition && position && tags) writeTags(film, tags, position);
  return { pieces: [film.subarray(0, end)], position };
}

/** The end of the first segment. Anything after it is another video, or none. */
function endOf(film: Uint8Array, parts: PartCount): number {
  for (const { id, end } of elementsIn(film, 0, film.length, [], parts)) {
    if (id === ids.SEGMENT) return end;
  }
  throw new NotUnderstood();
}

interface Tracks {
  /** The numbers of the tracks that are kept. */
  kept: ReadonlySet<number>;
  /** Whether one of them has transparency, which is stored beside its blocks. */
  hasAlpha: boolean;
}

/** Finds the picture and sound tracks, and blanks the text in their descriptions. */
function tracksIn(film: Uint8Array, parts: PartCount): Tracks {
  const kept = new Set<number>();
  let hasAlpha = false;
  for (const { id, start, end } of elementsIn(film, 0, film.length, HOLDERS, parts)) {
    if (id !== ids.TRACK_ENTRY) continue;
    const fields = [...elementsIn(film, start, end, HOLDERS, parts)];
    const numberOf = (wanted: number) => {
      const field = fields.find((one) => one.id === wanted);
      return field ? numberIn(film, field) : 0;
    };
    if (![VIDEO, AUDIO].some((type) => type === numberOf(ids.TRACK_TYPE))) continue;
    const codec = fields.find((field) => field.id === ids.CODEC_ID);
    const name = codec
      ? asciiAt(film, codec.start, Math.min(MAX_TEXT, codec.end - codec.start))
      : "";
    if (!MATROSKA_CODECS.test(name)) throw new NotUnderstood();
    for (const field of fields) {
      if (field.id === ids.CODEC_ID && field !== codec) voidElement(film, field);
      if (field.id !== ids.CODEC_PRIVATE) continue;
      if (UNDESCRIBED.test(name)) voidElement(film, field);
      else blankCodecWords(name, film.subarray(field.start, field.end));
    }
    kept.add(numberOf(ids.TRACK_NUMBER));
    hasAlpha ||= numberOf(ids.ALPHA_MODE) === 1;
  }
  return { kept, hasAlpha };
}

function numberIn(film: Uint8Array, { start, end }: Element): number {
  return end - start > MAX_NUMBER_BYTES ? 0 : (uintAt(film, start, end - start) ?? 0);
}

function isKept(
  film: Uint8Array,
  element: Element,
  { kept, hasAlpha, parts }: Tracks & { parts: PartCount },
): boolean {
  const { id, start, end } = element;
  const inside = () => [...elementsIn(film, start, end, [], parts)];
  const find = (wanted: number) => inside().find((one) => one.id === wanted);
  const place = CONTENTS.get(id);
  if (place !== undefined && place !== element.parent) return false;
  switch (id) {
    case ids.DOC_TYPE:
      return DOC_TYPE.test(asciiAt(film, start, Math.min(MAX_TEXT, end - start)));
    case ids.TRACK_ENTRY: {
      const number = find(ids.TRACK_NUMBER);
      return number !== undefined && kept.has(numberIn(film, number));
    }
    case ids.BLOCK_GROUP: {
      const block = find(ids.BLOCK);
      return block !== undefined && kept.has(trackOf(film, block));
    }
    case ids.SIMPLE_BLOCK:
    case ids.BLOCK:
      return kept.has(trackOf(film, element));
    case ids.BLOCK_ADDITIONS:
      return hasAlpha;
    default:
  }
  if (PROGRAMS.includes(id)) film.fill(SPACE, start, end);
  if (NUMBERS.has(id)) return end - start <= MAX_NUMBER_BYTES;
  return HOLDERS.includes(id) || place !== undefined || PROGRAMS.includes(id);
}

/** The number of the track that a block belongs to. */
function trackOf(film: Uint8Array, { start }: Element): number {
  const width = widthAt(film, start);
  const first = (film[start] ?? 0) & (0xff >> width);
  return first * 256 ** (width - 1) + (uintAt(film, start + 1, Math.max(0, width - 1)) ?? 0);
}

/** The location in a video's tags, and the offsets of those tags. */
function tagsIn(
  film: Uint8Array,
  parts: PartCount,
): { position: Position | null; tags: Element | null } {
  let tags: Element | null = null;
  let name = "";
  for (const element of elementsIn(film, 0, film.length, TAG_HOLDERS, parts)) {
    const { id, start, end } = element;
    if (id === ids.TAGS) tags = element;
    if (id === ids.SIMPLE_TAG) name = "";
    const text = () => asciiAt(film, start, Math.min(MAX_TEXT, end - start));
    if (id === ids.TAG_NAME) name = text();
    const position = id === ids.TAG_STRING && LOCATION.test(name) ? positionInText(text()) : null;
    if (position) return { position, tags };
  }
  return { position: null, tags: null };
}

/** Free space of this many empty bytes. */
function voidElement(film: Uint8Array, { at, start, end }: Pick<Element, "at" | "start" | "end">) {
  const sizeBytes = Math.min(MAX_SIZE_BYTES, start - at - 1);
  const size = end - at - 1 - sizeBytes;
  film.fill(0, at, end);
  film[at] = ids.VOID;
  for (let i = 0; i < sizeBytes; i++) film[at + sizeBytes - i] = (size / 256 ** i) & 255;
  film[at + 1] = (film[at + 1] ?? 0) | (0x100 >> sizeBytes);
}

/** The location fits into the space of the tags, because the original text was as long. */
function writeTags(film: Uint8Array, { at, end }: Element, position: Position): void {
  const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  const said = [
    ...element([0x45, 0xa3], ascii("LOCATION")),
    ...element([0x44, 0x87], ascii(textOf(position))),
  ];
  const tag = element([0x73, 0x73], element([0x67, 0xc8], said));
  const tags = element([0x12, 0x54, 0xc3, 0x67], tag);
  const left = end - at - tags.length;
  // An empty element takes two bytes.
  if (left !== 0 && left < 2) return;
  film.set(tags, at);
  if (left > 0) voidElement(film, roomAt(at + tags.length, end));
}

function roomAt(at: number, end: number): Pick<Element, "at" | "start" | "end"> {
  return { at, start: at + 1 + Math.min(MAX_SIZE_BYTES, end - at - 1), end };
}

function element(id: readonly number[], content: readonly number[]): number[] {
  return [...id, 0x80 | content.length, ...content];
}

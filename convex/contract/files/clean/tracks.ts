import { asciiAt, uint32At } from "../binary";
import { boxesIn } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import { blankBox } from "./boxRules";
import { CODECS, isOne } from "./filmRules";
import { fragmentSamples, trackOf } from "./fragments";
import { NotUnderstood } from "./notUnderstood";
import type { Range } from "./ranges";
import { samplesOf, trackBoxes } from "./samples";

/** Videos, sound, and the pictures of a sequence with their transparency. */
const KEPT = ["vide", "soun", "pict", "auxv"];
const FREE = "free";

/**
 * Blanks the tracks of a video or sequence that are neither pictures nor sound: subtitles,
 * chapters, times, locations. Nothing moves.
 *
 * @returns Where the samples of the others are.
 * @throws NotUnderstood, TooManyParts
 */
export function keepTracks(bytes: Uint8Array, parts: PartCount): Range[] {
  const top = [...boxesIn(bytes, 0, bytes.length, {}, parts)];
  const movies = top.filter(({ name }) => name === "moov");
  const [movie] = movies;
  // If there are several, readers differ in which one they use.
  if (movies.length > 1) throw new NotUnderstood();
  if (!movie) return [];
  const ranges: Range[][] = [];
  const kept = new Set<number>();
  for (const track of boxesIn(bytes, movie.start, movie.end, {}, parts)) {
    if (track.name !== "trak") continue;
    const boxes = trackBoxes(bytes, track, parts);
    const { hdlr, tkhd, stsd } = boxes;
    const handler = hdlr ? asciiAt(bytes, hdlr.start + 8, 4) : "";
    if (!KEPT.includes(handler)) blankBox(bytes, track);
    else {
      if (stsd) refuseCodecs(bytes, stsd, parts);
      if (tkhd) kept.add(uint32At(bytes, tkhd.start + (bytes[tkhd.start] === 1 ? 20 : 12)) ?? 0);
      ranges.push(samplesOf(bytes, boxes, parts));
    }
  }
  const sizes = defaultSizes(bytes, movie, parts);
  for (const moof of top.filter(({ name }) => name === "moof")) {
    const samples = fragmentSamples(bytes, moof, sizes, parts);
    ranges.push(samples.filter(({ track }) => kept.has(track)).map(({ range }) => range));
    for (const traf of boxesIn(bytes, moof.start, moof.end, {}, parts)) {
      const track = traf.name === "traf" ? trackOf(bytes, traf, parts) : null;
      if (track !== null && !kept.has(track)) blankBox(bytes, traf);
    }
  }
  return ranges.flat();
}

/** A video with an unsupported codec would be stored without its pictures or its sound. */
function refuseCodecs(bytes: Uint8Array, stsd: Box, parts: PartCount): void {
  for (const { name } of boxesIn(bytes, stsd.start + 8, stsd.end, {}, parts)) {
    if (name !== FREE && !isOne(CODECS, name)) throw new NotUnderstood();
  }
}

/** The default sample size of each track, for fragments without one. */
function defaultSizes(bytes: Uint8Array, movie: Box, parts: PartCount): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const box of boxesIn(bytes, movie.start, movie.end, { mvex: 0 }, parts)) {
    if (box.name !== "trex") continue;
    sizes.set(uint32At(bytes, box.start + 4) ?? 0, uint32At(bytes, box.start + 16) ?? 0);
  }
  return sizes;
}

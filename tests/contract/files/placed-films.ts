import { box } from "./film-boxes";
import { PLACE } from "./places";
import { PROFILE } from "./placed-pictures";
import type { Placed } from "./placed-pictures";
import { bytesOf, heif, u16, u32 } from "./picture-files";
import type { HeifPicture } from "./picture-files";

/**
 * Videos, sequences and HEIC files with a location in each of the containers that their type has.
 */

const ascii = (text: string) => [...bytesOf(text)];
const zeros = (length: number) => Array<number>(length).fill(0);
const full = (name: string, ...content: number[][]) => box(name, u32(0), ...content);
const joined = (...parts: number[][]) => new Uint8Array(parts.flat());
/** A location short enough for short fields, at each offset of their parts. */
const STREET = ascii([0, 1, 2, 3].map((gap) => "Schillerstrasse 12".padEnd(20 + gap)).join(""));
/** Two by two pictures of 64 × 48 together, and more. */
const GRID = [0, 0, 1, 1, ...u16(64), ...u16(48), ...PLACE];
/** The settings of two codecs, each with one set of parameters. */
const HEVC = [...Array<number>(22).fill(1), 1, 0xa1, ...u16(1), ...u16(3), 0x42, 1, 1];
const AVC = [
  1,
  100,
  0,
  30,
  255,
  225,
  ...u16(3),
  0x67,
  100,
  0,
  1,
  ...u16(2),
  0x68,
  1,
  253,
  248,
  248,
  0,
];
const SAMPLE = Array.from({ length: 40 }, (_, i) => i + 1);

/** Boxes with free content. */
const CARRIERS = [
  ...["free", "skip", "wide", "uuid", "udta", "meta", "mpvd", "XMP_", "\xa9xyz", "loci", "ilst"],
  ...["GPMF", "thmb", "pnot", "PICT", "cprt", "prvt", "name", "emsg", "gps "],
];
/** Boxes that contain other boxes, and which ones. */
const KEYED = (content: number[]) => [
  full("hdlr", u32(0), ascii("mdta"), zeros(12), PLACE, [0]),
  full("keys", u32(1), box("mdta", ascii("com.apple.quicktime.location.ISO6709"))),
  box("ilst", box("\0\0\0\x01", box("data", u32(1), u32(0), content))),
];
const TAGGED = box("ilst", box("\xa9cmt", box("data", u32(1), u32(0), PLACE)));

interface Film {
  /** The content at a location, by the name of the surrounding box. */
  inside?: Record<string, number[]>;
  /** The content of a handler's name, of a codec's name, and after fields of a fixed length. */
  name?: number[];
  tracks?: number[][];
  samples?: number[];
  brand?: string;
  slack?: number[];
  compatible?: number[];
  /** The boxes that its codec needs. */
  settings?: number[];
}

/** Groups of samples. */
const WHOLE = ["sgpd", "sbgp"];

const table = (name: string, ...rows: number[]) => full(name, u32(rows.length), rows.flatMap(u32));

/** A track of one sample at an offset in the file. */
function trackAt(at: number, handler: string, entry: number[], film: Film, id = 1): number[] {
  const { inside = {}, name = [], slack = [] } = film;
  const own = id === 1 ? inside : {};
  const stbl = box(
    "stbl",
    full("stsd", u32(1), entry, slack),
    full("stts", u32(1), u32(1), u32(1), slack),
    full("stsc", u32(1), u32(1), u32(1), u32(1), slack),
    full("stsz", u32(0), u32(1), u32(SAMPLE.length), slack),
    [...table("stco", at)],
    own["stbl"] ?? [],
  );
  const reference = full("dref", u32(1), full("url ", []).with(11, 1));
  const minf = box(
    "minf",
    full("vmhd", zeros(8), slack),
    box("dinf", reference),
    stbl,
    own["minf"] ?? [],
  );
  const header = full("hdlr", u32(0), ascii(handler), zeros(12), name, [0]);
  const mdia = box("mdia", full("mdhd", zeros(20), slack), header, minf, own["mdia"] ?? []);
  const place = [u32(0), u32(0), u32(id), zeros(68), u16(64), u16(0), u16(48), u16(0)];
  return box("trak", full("tkhd", ...place, slack), mdia, own["trak"] ?? []);
}

const entryOf = ({
  name = [],
  inside = {},
  slack = [],
  settings = [1, 66, 0, 30, 255, 224, 0],
}: Film) =>
  box(
    "avc1",
    [...zeros(6), 0, 1, ...zeros(16), ...u16(64), ...u16(48), ...zeros(14)],
    [...name.slice(0, 32), ...zeros(32 - Math.min(32, name.length)), 0, 24, 255, 255],
    box("avcC", settings),
    box("pasp", u32(1), u32(1), slack),
    inside["avc1"] ?? [],
  );

function filmOf(film: Film = {}): Uint8Array<ArrayBuffer> {
  const {
    inside = {},
    tracks = [],
    samples = [],
    brand = "isom",
    slack = [],
    compatible = [],
  } = film;
  const ftyp = box("ftyp", ascii(brand), u32(0), compatible);
  const mdat = box("mdat", SAMPLE, samples, slack);
  const moov = box(
    "moov",
    full("mvhd", zeros(96), slack),
    trackAt(ftyp.length + 8, "vide", entryOf(film), film),
    ...tracks,
    inside["moov"] ?? [],
  );
  return joined(ftyp, mdat, moov, inside[""] ?? []);
}

/** Where the samples of a second track are. */
const SECOND = box("ftyp", ascii("isom"), u32(0)).length + 8 + SAMPLE.length;
const ROOMS = ["", "moov", "trak", "mdia", "minf", "stbl", "avc1"];

function fragmented(): Uint8Array<ArrayBuffer> {
  const whole = filmOf({ tracks: [trackAt(0, "meta", box("camm", zeros(8)), {}, 2)] });
  const run = (at: number, length: number) =>
    full("trun", u32(1), u32(at), u32(length)).with(9, 2).with(11, 1);
  const traf = (id: number, at: number, length: number) =>
    box("traf", full("tfhd", u32(id)).with(9, 2), run(at, length), box("uuid", PLACE));
  const moof = (size: number) =>
    box(
      "moof",
      full("mfhd", u32(1), PLACE),
      traf(1, size + 8, SAMPLE.length),
      traf(2, size + 8 + SAMPLE.length, PLACE.length),
      box("free", PLACE),
    );
  const fragment = [...moof(moof(0).length), ...box("mdat", SAMPLE, PLACE)];
  return joined([...whole], fragment, box("mfra", PLACE));
}

export function placedFilms(brand: "isom" | "qt  "): Placed[] {
  const other = (handler: string, codec: string): Placed => [
    `the samples of a track of ${handler}`,
    filmOf({
      brand,
      samples: PLACE,
      tracks: [trackAt(SECOND, handler, box(codec, zeros(8), PLACE), {}, 2)],
    }),
  ];
  return [
    ...ROOMS.flatMap((room) =>
      CARRIERS.map((name): Placed => [
        `${name} in ${room || "the file"}`,
        filmOf({ brand, inside: { [room]: box(name, PLACE) } }),
      ]),
    ),
    ["Apple's values", filmOf({ brand, inside: { moov: box("meta", ...KEYED(PLACE)) } })],
    ["iTunes' tags", filmOf({ brand, inside: { moov: box("udta", full("meta", TAGGED)) } })],
    ["names of handlers and codecs", filmOf({ brand, name: PLACE })],
    ["the room behind numbers", filmOf({ brand, slack: PLACE })],
    ["bytes that are no box", filmOf({ brand, inside: { moov: PLACE } })],
    ["what follows the end", filmOf({ brand, inside: { "": PLACE } })],
    ["behind the settings of a codec", filmOf({ brand, settings: [...AVC, ...PLACE] })],
    ...WHOLE.map((name): Placed => [
      `behind the rows of ${name}`,
      filmOf({ brand, inside: { stbl: box(name, u32(0), ascii("roll"), u32(0), u32(0), PLACE) } }),
    ]),
    ["an index of segments", filmOf({ brand, inside: { "": box("sidx", zeros(24), PLACE) } })],
    ["the type of a segment", filmOf({ brand, inside: { "": box("styp", STREET) } })],
    ["the types that it is compatible with", filmOf({ brand, compatible: STREET })],
    ["samples of no track", filmOf({ brand, samples: PLACE })],
    other("text", "text"),
    other("sbtl", "tx3g"),
    other("subt", "stpp"),
    other("meta", "mebx"),
    other("meta", "gpmd"),
    other("camm", "camm"),
    other("tmcd", "tmcd"),
    ["fragments", fragmented()],
  ];
}

const HEAD = { heic: "heic", avif: "avif" } as const;

export function placedHeifs(brand: keyof typeof HEAD): Placed[] {
  const ftyp = box("ftyp", ascii(HEAD[brand]), u32(0));
  const coded = brand === "heic" ? "hvc1" : "av01";
  const picture: HeifPicture = { size: [64, 48], type: coded, content: SAMPLE };
  const file = (...parts: number[][]) => joined(ftyp, ...parts);
  const meta = (...others: HeifPicture[]) => [...heif(picture, ...others)];
  const wide = (...extra: number[][]) => {
    const [own] = [meta()];
    return [...u32(own.length + extra.flat().length), ...own.slice(4), ...extra.flat()];
  };
  const item = (type: string, content: number[]) =>
    meta({ size: [1, 1], type, content, isHidden: true });
  const described = (...properties: number[][]) => [...heif({ ...picture, properties })];
  const made = { size: [64, 48] as const, isHidden: true };
  const tiff = [...u32(0), ...ascii("MM"), 0, 42, ...u32(8), 0, 1];
  const entry = [...u16(0x010e), ...u16(2), ...u32(PLACE.length), ...u32(26), ...u32(0), ...PLACE];
  return [
    ...CARRIERS.map((name): Placed => [
      name,
      file(meta(), box(name === "meta" ? "met2" : name, PLACE)),
    ]),
    ...CARRIERS.map((name): Placed => [`${name} in the description`, file(wide(box(name, PLACE)))]),
    ["an item of EXIF", file(item("Exif", [...tiff, ...entry]))],
    ["an item of XMP", file(item("mime", PLACE))],
    ["an item of its own", file(item("uri ", PLACE))],
    ["the name of an item", file(nameItem(meta()))],
    ["a description of a picture", file(described(full("udes", PLACE)))],
    ["a property of its own", file(described(box("uuid", PLACE)))],
    ["what a picture is for", file(described(full("auxC", ascii("urn:"), PLACE)))],
    ["a profile", file(described(box("colr", ascii("prof"), PROFILE)))],
    ["a profile that is none", file(described(box("colr", ascii("prof"), PLACE)))],
    [
      "behind the numbers of a colour",
      file(described(box("colr", ascii("nclx"), zeros(7), PLACE))),
    ],
    ["behind the size of a grid", file(meta({ ...made, type: "grid", content: GRID }))],
    ["a picture that is another one", file(meta({ ...made, type: "iden", content: PLACE }))],
    ["behind the numbers of a codec", file(described(box("vpcC", u32(1 << 24), zeros(8), PLACE)))],
    ["behind the settings of a codec", file(described(box("hvcC", HEVC, PLACE)))],
    ["samples of no item", file(meta(), box("mdat", PLACE))],
    ["what follows the end", file(meta(), PLACE)],
  ];
}

/**
 * Inserts the location into the name of the first item: its box, and those around it, become
 * longer.
 */
function nameItem(meta: number[]): number[] {
  const bytes = Buffer.from(meta);
  const entry = bytes.indexOf("infe") - 4;
  for (const at of [0, bytes.indexOf("iinf") - 4, entry]) {
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + PLACE.length, at);
  }
  const end = entry + bytes.readUInt32BE(entry) - PLACE.length;
  return [...bytes.subarray(0, end), ...PLACE, ...bytes.subarray(end)];
}

/** An element of Matroska; its size takes four bytes. */
const element = (id: number, ...content: number[][]) => {
  const body = content.flat();
  const name = u32(id);
  return [
    ...name.slice(name.findIndex((byte) => byte > 0)),
    0x10,
    ...u32(body.length).slice(1),
    ...body,
  ];
};

export function placedMatroskas(docType: "webm" | "matroska"): Placed[] {
  const TRACK = [element(0xd7, [1]), element(0x83, [1]), element(0x86, ascii("V_VP9"))];
  const SIZE = element(0xe0, element(0xb0, [64]), element(0xba, [48]));
  const film = (inside: Record<string, number[]> = {}) =>
    joined(
      element(
        0x1a45dfa3,
        [0x42, 0x82, 0x80 | docType.length, ...ascii(docType)],
        inside["head"] ?? [],
      ),
      element(
        0x18538067,
        inside["segment"] ?? [],
        element(0x1549a966, element(0x2ad7b1, [15, 66, 64]), inside["info"] ?? []),
        element(
          0x1654ae6b,
          element(0xae, ...TRACK, SIZE, inside["track"] ?? []),
          inside["tracks"] ?? [],
        ),
        element(
          0x1f43b675,
          element(0xe7, [0]),
          element(0xa3, [0x81, 0, 0, 0x80, ...SAMPLE]),
          inside["cluster"] ?? [],
          element(0xa0, element(0xa1, [0x81, 0, 0, 0, ...SAMPLE]), inside["group"] ?? []),
        ),
        inside["end"] ?? [],
      ),
      inside["behind"] ?? [],
    );
  const rooms = ["head", "segment", "info", "track", "tracks", "cluster", "group", "end"];
  const tag = element(0x67c8, element(0x45a3, ascii("LOCATION")), element(0x4487, PLACE));
  const carriers: [string, number[]][] = [
    ["a tag", element(0x1254c367, element(0x7373, tag))],
    ["an attachment", element(0x1941a469, element(0x61a7, element(0x465c, PLACE)))],
    ["a chapter", element(0x1043a770, element(0x45b9, element(0xb6, element(0x80, PLACE))))],
    ["room", element(0xec, PLACE)],
    ["a checksum", element(0xbf, PLACE)],
    ["a title", element(0x7ba9, PLACE)],
    ["a program", element(0x4d80, PLACE)],
    ["another program", element(0x5741, PLACE)],
    ["a file's name", element(0x7384, PLACE)],
    ["a track's name", element(0x536e, PLACE)],
    ["a codec's name", element(0x258688, PLACE)],
    ["a language", element(0x22b59d, PLACE)],
    ["what belongs to a block", element(0x75a1, element(0xa6, element(0xa5, PLACE)))],
    ["a number that is too long", element(0x54b0, PLACE)],
    ["an element of its own", element(0x4fff, PLACE)],
    ["a second type of file", element(0x4282, PLACE)],
    ["a second codec", element(0x86, PLACE)],
    ["a description of the codec", element(0x63a2, PLACE)],
    ["what was cut off blocks", element(0x4255, PLACE)],
    ["transparency", element(0xa5, PLACE)],
  ];
  const texts = element(
    0xae,
    element(0xd7, [2]),
    element(0x83, [17]),
    element(0x86, ascii("S_TEXT/UTF8")),
  );
  const sound = (codec: string, content: number[]) =>
    element(
      0xae,
      element(0xd7, [2]),
      element(0x83, [2]),
      element(0x86, ascii(codec)),
      element(0x63a2, content),
    );
  const le32 = (n: number) => u32(n).reverse();
  const comments = [
    ...ascii("\x03vorbis"),
    ...le32(4),
    ...ascii("made"),
    ...le32(1),
    ...le32(PLACE.length),
    ...PLACE,
    1,
  ];
  const laced = [
    ...Array<number>(Math.floor(comments.length / 255)).fill(255),
    comments.length % 255,
  ];
  const vorbis = [2, 7, ...laced, ...ascii("\x01vorbis"), ...comments, ...ascii("\x05vorbis")];
  const opus = [...ascii("OpusHead"), 1, 2, ...zeros(9), ...PLACE];
  const flac = [
    ...ascii("fLaC"),
    0,
    0,
    0,
    34,
    ...zeros(34),
    0x84,
    ...u32(PLACE.length).slice(1),
    ...PLACE,
  ];
  return [
    ...rooms.flatMap((room) =>
      carriers.map(([name, part]): Placed => [`${name} in ${room}`, film({ [room]: part })]),
    ),
    [
      "the blocks of subtitles",
      film({
        tracks: texts,
        cluster: element(0xa0, element(0xa1, [0x82, 0, 0, 0, ...PLACE])),
        group: [],
        end: element(0x1f43b675, element(0xe7, [1]), element(0xa3, [0x82, 0, 0, 0x80, ...PLACE])),
      }),
    ],
    [
      "a block of a track that is not there",
      film({ cluster: element(0xa3, [0x83, 0, 0, 0, ...PLACE]) }),
    ],
    ["the comments of Vorbis", film({ tracks: sound("A_VORBIS", vorbis) })],
    ["the comments of FLAC", film({ tracks: sound("A_FLAC", flac) })],
    ["a description that no codec reads", film({ tracks: sound("A_PCM/INT/LIT", PLACE) })],
    ["what follows the head of Opus", film({ tracks: sound("A_OPUS", opus) })],
    ["bytes that are no element", film({ info: [0, ...PLACE] })],
    ["a second film", joined([...film()], [...film({ end: carriers[0]?.[1] ?? [] })])],
    ["what follows the end", film({ behind: PLACE })],
  ];
}

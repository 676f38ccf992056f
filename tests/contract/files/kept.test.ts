import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import { inflateSync } from "node:zlib";
import { exifOf, readExif } from "../../../convex/contract/files/clean/exif";
import {
  positionInText,
  positionInXmp,
  textOf,
} from "../../../convex/contract/files/clean/position";
import { cleanProfile } from "../../../convex/contract/files/clean/profile";
import { inspectForStorage } from "../../../convex/contract/files/inspect";
import { pngChunks } from "../../../convex/contract/files/segments";
import { decodeHeif } from "./decode-heif";
import { box } from "./film-boxes";
import { filmOf } from "./film-files";
import { placedJpegs, placedPngs } from "./placed-pictures";
import { bytesOf, exif, ftyp, heif, join, u16, u32 } from "./picture-files";

const FILES = "tests/e2e/files";
const read = (name: string) => new Uint8Array(readFileSync(`${FILES}/${name}`));
const ascii = (text: string) => [...bytesOf(text)];
const keep = (file: Uint8Array, keepsPosition = true) => {
  const { data, error } = inspectForStorage(new Uint8Array(file), keepsPosition);
  if (error) throw new Error(error.message);
  const bytes = new Uint8Array(Buffer.concat(data.pieces));
  return { ...data, bytes };
};

const HERE = { latitude: 37.7749, longitude: -122.4194 };
const near = ({ latitude, longitude } = HERE) => ({
  latitude: expect.closeTo(latitude, 3) as number,
  longitude: expect.closeTo(longitude, 3) as number,
});
const XMP = ascii(
  '<x exif:GPSLatitude="37,46.494N" exif:GPSLongitude="122,25.164W" photoshop:City="Bonn"/>',
);

const TIFF = [...(exifOf({ orientation: null, position: HERE }) ?? [])];
const item = (type: string, content: number[]) =>
  join(
    ftyp("heic"),
    heif({ size: [4, 3], content: [1, 2, 3] }, { size: [1, 1], type, content, isHidden: true }),
  );
/** A video with boxes after its own, and one that no decoder supports. */
const filmWith = (...boxes: number[][]) => {
  const film = read("pattern.mp4");
  const at = Buffer.from(film).indexOf("moov") - 4;
  const end = at + new DataView(film.buffer).getUint32(at);
  const more = boxes.flat();
  const longer = new Uint8Array([...film.subarray(0, end), ...more, ...film.subarray(end)]);
  new DataView(longer.buffer).setUint32(at, end - at + more.length);
  return longer;
};
const value = (text: string) =>
  box("ilst", box("\0\0\0\x01", box("data", u32(1), u32(0), ascii(text))));
const keys = box(
  "keys",
  u32(0),
  u32(1),
  box("mdta", ascii("com.apple.quicktime.location.ISO6709")),
);
const loci = [
  ...u32(0),
  0x15,
  0xc7,
  ...ascii("Bonn\0\0"),
  ...[-122.4194, 37.7749, 0].flatMap((n) => u32(Math.round(n * 65_536) >>> 0)),
  ...ascii("earth\0"),
];

const PNG = read("kiln.png");
const withChunk = (name: string, content: number[]) =>
  new Uint8Array([
    ...PNG.subarray(0, 33),
    ...u32(content.length),
    ...ascii(name),
    ...content,
    ...u32(0),
    ...PNG.subarray(33),
  ]);
const segment = (content: number[]) => [0xff, 0xe1, ...u16(content.length + 2), ...content];
const jpegWith = (...segments: number[][]) => {
  const bare = keep(read("placed.jpg"), false).bytes;
  return new Uint8Array([0xff, 0xd8, ...segments.flat(), ...bare.subarray(2)]);
};
const webpWith = (name: string, content: number[]) => {
  const le32 = (n: number) => u32(n).reverse();
  const chunk = (id: string, body: number[]) => [
    ...ascii(id),
    ...le32(body.length),
    ...body,
    ...(body.length % 2 ? [0] : []),
  ];
  const body = [
    ...ascii("WEBP"),
    ...chunk("VP8X", [8, 0, 0, 0, 119, 0, 0, 159, 0, 0]),
    ...read("kiln.webp").subarray(12),
    ...chunk(name, content),
  ];
  return new Uint8Array([...ascii("RIFF"), ...le32(body.length), ...body]);
};

describe("a position", () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ["a camera's JPEG", () => read("placed.jpg")],
    [
      "XMP in a JPEG",
      () => jpegWith(segment([...ascii("http://ns.adobe.com/xap/1.0/\0"), ...XMP])),
    ],
    ["a PNG", () => withChunk("eXIf", TIFF)],
    ["a PNG with a prefix", () => withChunk("eXIf", [...ascii("Exif\0\0"), ...TIFF])],
    ["XMP in a PNG", () => withChunk("iTXt", [...ascii("XML:com.adobe.xmp\0\0\0\0\0"), ...XMP])],
    ["a WebP", () => webpWith("EXIF", TIFF)],
    ["XMP in a WebP", () => webpWith("XMP ", XMP)],
    ["a HEIC", () => item("Exif", [...u32(0), ...TIFF])],
    [
      "a film",
      () => filmWith(box("udta", box("\xa9xyz", [0, 18, 0x15, 0xc7], ascii("+37.7749-122.4194/")))),
    ],
    ["a phone's film", () => filmWith(box("udta", box("loci", loci), box("name", ascii("Bonn"))))],
    ["Apple's film", () => filmWith(box("meta", keys, value("+37.7749-122.4194+011.0/")))],
    ["Apple's tags in MP4", () => filmWith(box("meta", u32(0), keys, value("+37.7749-122.4194/")))],
    ["XMP in a film", () => filmWith(box("udta", box("XMP_", XMP)))],
    ["a WebM", () => filmOf({ type: "video/webm", tags: { LOCATION: "+37.7749-122.4194/" } })],
    [
      "an MKV",
      () =>
        filmOf({
          type: "video/x-matroska",
          tags: { MODEL: "Cam1", LOCATION: "+37.7749-122.4194/" },
        }),
    ],
  ])("in %s is found, and stays where its artist keeps it, and nothing else", async (_, make) => {
    const file = await make();
    const bare = keep(file, false);
    expect(bare.position).toEqual(near());
    expect(keep(bare.bytes).position).toBeNull();
    const kept = keep(file);
    expect(keep(kept.bytes, false).position).toEqual(near());
    for (const word of ["Bonn", "Cam1", "photoshop", "com.apple"]) {
      expect(Buffer.from(kept.bytes).includes(word)).toBe(false);
    }
  });

  it.each<[string, object | null]>([
    ["+37.7749-122.4194/", HERE],
    ["+37.7749-122.4194+011.000/", HERE],
    ["-05.5000+009.2500/", { latitude: -5.5, longitude: 9.25 }],
    ["+95.0000+009.2500/", null],
    ["Bonn", null],
    ["", null],
  ])("is read from %j in a film", (text, position) => {
    expect(positionInText(text)).toEqual(position);
    if (position) expect(positionInText(textOf(position as typeof HERE))).toEqual(position);
  });

  it.each<[string, object | null]>([
    ['GPSLatitude="37.7749" GPSLongitude="-122.4194"', near()],
    ['gpslatitude="37,46,29.64N" GpsLongitude = "122,25,9.84W"', near()],
    [
      "<a:GPSLatitude>37,46.494N</a:GPSLatitude><a:GPSLongitude>122,25.164W</a:GPSLongitude>",
      near(),
    ],
    [
      'GPSLatitude="37,46.494S" GPSLongitude="122,25.164E"',
      near({ latitude: -37.7749, longitude: 122.4194 }),
    ],
    ['GPSLatitude="37.7749"', null],
    ['GPSLatitude="here" GPSLongitude="there"', null],
  ])("is read from %j in XMP", (text, position) => {
    expect(positionInXmp(bytesOf(text))).toEqual(position);
  });

  it.each([1, 6, 8])("and the orientation %i are read from the written EXIF", (orientation) => {
    for (const position of [null, HERE, { latitude: -0.5, longitude: 179.999_999 }]) {
      const written = exifOf({ orientation, position }) ?? new Uint8Array();
      const said = readExif(written);
      expect(said.orientation).toBe(orientation);
      expect(said.position).toEqual(position && near(position));
    }
    expect(exifOf({ orientation: null, position: null })).toBeNull();
  });
});

describe("what a decoder needs", () => {
  it.each([1, 3, 5, 6, 7, 8])("stays: the orientation %i", (orientation) => {
    const { bytes } = keep(jpegWith(exif(orientation, "II"), exif(1, "MM")));
    const { data } = inspectForStorage(bytes, false);
    const turned = orientation >= 5;
    expect(data?.measured).toMatchObject(
      turned ? { width: 160, height: 120 } : { width: 120, height: 160 },
    );
  });

  const isColour = (name: string) => /profile$/.test(name);
  const curve = ascii("curv\0\0\0\0\0\0\0\0");

  it.each([...placedJpegs(), ...placedPngs("kiln.png")].filter(([name]) => isColour(name)))(
    "stays: the curve of %s",
    (name, file) => {
      const { bytes } = keep(file);
      const png = [...pngChunks(bytes)].find((chunk) => chunk.name === "iCCP");
      const profile = png
        ? inflateSync(bytes.subarray(png.start + 3, png.end))
        : Buffer.from(bytes);
      expect([name, profile.includes("acsp"), profile.includes(Buffer.from(curve))]).toEqual([
        name,
        true,
        true,
      ]);
    },
  );

  it("stays: every colour of a profile, which stays clean", () => {
    const tags = ["rXYZ", "gXYZ", "bXYZ", "wtpt", "chad"].map((name, i) => [
      ...ascii(name),
      ...u32(192 + i * 20),
      ...u32(20),
    ]);
    const number = (i: number) => [
      ...ascii("XYZ "),
      ...u32(0),
      ...u32(i),
      ...u32(i + 1),
      ...u32(i + 2),
    ];
    const numbers = [1, 2, 3, 4, 5].flatMap(number);
    const head = [
      ...u32(292),
      ...Array<number>(32).fill(0),
      ...ascii("acsp"),
      ...Array<number>(88).fill(0),
    ];
    const profile = new Uint8Array([...head, ...u32(5), ...tags.flat(), ...numbers]);
    const before = profile.slice();
    expect(cleanProfile(profile)).toBe(true);
    expect(profile).toEqual(before);
    expect(cleanProfile(profile.with(36, 0))).toBe(false);
    expect(cleanProfile(profile.subarray(0, 200))).toBe(false);
  });

  it("stays: the pixels of a HEIC", async () => {
    const file = read("dusk.heic");
    const [before] = await decodeHeif(file);
    const [after] = await decodeHeif(keep(file).bytes);
    expect(new Set(before?.data).size).toBeGreaterThan(9);
    expect(Buffer.from(after?.data ?? []).equals(Buffer.from(before?.data ?? []))).toBe(true);
  });

  const packets = async (bytes: Uint8Array) => {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const found: unknown[] = [];
    for (const track of await input.getTracks()) {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        found.push([
          track.type,
          packet.timestamp,
          packet.type,
          Buffer.from(packet.data).toString("base64"),
        ]);
      }
    }
    return found;
  };

  it.each(["pattern.mp4", "carpet.mov", "pattern.webm", "moss.mkv"])(
    "stays: every sample of %s",
    async (name) => {
      const file = read(name);
      const before = await packets(file);
      expect(before.length).toBeGreaterThan(2);
      expect(await packets(keep(file).bytes)).toEqual(before);
    },
  );

  it.each(["kiln.png", "kiln.apng", "kiln.webp", "kiln.gif"])(
    "stays: every frame of %s",
    (name) => {
      const once = keep(read(name)).bytes;
      expect(keep(once).bytes).toEqual(once);
      expect(once.length).toBeGreaterThan(0.9 * read(name).length);
    },
  );
});

describe("a file that contradicts itself", () => {
  const scan = [0xff, 0xda, 0, 2, 1, 2, 3];
  const size = (width: number) => [0xff, 0xc0, ...u16(11), 8, 0, 4, ...u16(width), 1, 1, 17, 0];
  const jpeg = (...parts: number[][]) => new Uint8Array([0xff, 0xd8, ...parts.flat()]);
  const end = [0xff, 0xd9];

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["two sizes", jpeg(size(4), size(8), scan, end), "unreadable_picture"],
    ["no end", jpeg(size(4), scan), "unreadable_picture"],
    ["no picture", jpeg(size(4), end), "unreadable_picture"],
    ["a picture before its size", jpeg(scan, size(4), end), "unreadable_picture"],
    ["a second beginning", jpeg(size(4), scan, [0xff, 0xd8], size(8), end), "unreadable_picture"],
    [
      "an unknown codec",
      filmWith().map((byte, i, film) =>
        film[i + 1] === 0x76 && film[i + 2] === 0x63 && film[i + 3] === 0x31 ? 0x7a : byte,
      ),
      "unreadable_video",
    ],
  ])("is refused: %s", (_, file, code) => {
    expect(inspectForStorage(new Uint8Array(file), false).error?.code).toBe(code);
  });
});

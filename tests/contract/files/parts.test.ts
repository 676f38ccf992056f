import { describe, expect, it } from "vitest";
import {
  asciiAt,
  indexOfAscii,
  uint16At,
  uint24LittleAt,
  uint32At,
  uintAt,
} from "../../../convex/contract/files/binary";
import { boxesIn, findBox } from "../../../convex/contract/files/boxes";
import { readDynamicRange } from "../../../convex/contract/files/dynamicRange";
import { elementsIn } from "../../../convex/contract/files/ebml";
import { jpegSegments, pngChunks } from "../../../convex/contract/files/segments";
import { bytesOf, jpeg, u16, u32 } from "./picture-files";

const BYTES = Uint8Array.from([0xff, 1, 2, 3, 4, 0xfe, 0x80]).subarray(1);

describe("a number", () => {
  it.each<[string, () => number | null, number | null]>([
    ["of 32 bits", () => uint32At(BYTES, 0), 0x01020304],
    ["of 32 bits, little-endian", () => uint32At(BYTES, 0, "little"), 0x04030201],
    ["of 32 bits at the end, unsigned", () => uint32At(BYTES, 2, "little"), 0x80fe0403],
    ["of 32 bits beyond the end", () => uint32At(BYTES, 3), null],
    ["of 16 bits", () => uint16At(BYTES, 0), 0x0102],
    ["of 16 bits, little-endian", () => uint16At(BYTES, 0, "little"), 0x0201],
    ["of 16 bits at the end", () => uint16At(BYTES, 4), 0xfe80],
    ["of 16 bits beyond the end", () => uint16At(BYTES, 5), null],
    ["of 24 bits, little-endian", () => uint24LittleAt(BYTES, 0), 0x030201],
    ["of 24 bits at the end, unsigned", () => uint24LittleAt(BYTES, 3), 0x80fe04],
    ["of 24 bits beyond the end by one", () => uint24LittleAt(BYTES, 4), null],
    ["of 24 bits beyond the end by two", () => uint24LittleAt(BYTES, 5), null],
    ["of one byte", () => uintAt(BYTES, 5, 1), 0x80],
    ["of three bytes", () => uintAt(BYTES, 0, 3), 0x010203],
    ["of all bytes, more than 32 bits", () => uintAt(BYTES, 0, 6), 0x01020304fe80],
    ["of no bytes", () => uintAt(BYTES, 6, 0), 0],
    ["of one byte too many", () => uintAt(BYTES, 1, 6), null],
  ])("%s", (_, read, expected) => {
    expect(read()).toBe(expected);
  });
});

describe("a word", () => {
  const TEXT = bytesOf("xmoomoov");

  it("is matched whole, or not at all", () => {
    expect([asciiAt(TEXT, 4, 4), asciiAt(TEXT, 5, 4), asciiAt(TEXT, 0, 0)]).toEqual([
      "moov",
      "",
      "",
    ]);
  });

  it.each([
    ["moov", 0, 4],
    ["moo", 0, 1],
    ["moo", 1, 1],
    ["moo", 2, 4],
    ["moov", 5, -1],
    ["v", 0, 7],
    ["moove", 0, -1],
    ["Moov", 0, -1],
    ["xm", 0, 0],
    ["xo", 0, -1],
  ])("%s is found from byte %i on at %i", (word, from, at) => {
    expect(indexOfAscii(TEXT, word, from)).toBe(at);
  });
});

describe("the boxes of a file", () => {
  const box = (name: string, ...content: (string | number[])[]) => {
    const inner = bytesOf(...content);
    return [...u32(inner.length + 8), ...bytesOf(name), ...inner];
  };
  const long = (name: string, high: number, low: number, ...content: (string | number[])[]) => [
    ...u32(1),
    ...bytesOf(name),
    ...u32(high),
    ...u32(low),
    ...bytesOf(...content),
  ];
  const told = (bytes: number[], holders = {}) => {
    const file = Uint8Array.from(bytes);
    return [...boxesIn(file, 0, file.length, holders)].map(
      ({ name, at, start, end }) => `${name} ${at} ${start}-${end}`,
    );
  };

  it.each<[string, number[], string[]]>([
    [
      "lie side by side",
      [...box("ftyp", [1, 2]), ...box("free")],
      ["ftyp 0 8-10", "free 10 18-18"],
    ],
    ["may extend to the end", [...u32(0), ...bytesOf("mdat"), 1, 2, 3], ["mdat 0 8-11"]],
    [
      "may extend to the end behind others",
      [...box("free"), ...u32(0), ...bytesOf("mdat"), 1],
      ["free 0 8-8", "mdat 8 16-17"],
    ],
    [
      "may have a 64-bit length",
      [...long("mdat", 0, 18, [1, 2]), ...box("free")],
      ["mdat 0 16-18", "free 18 26-26"],
    ],
    ["may be as long as that header", long("mdat", 0, 16), ["mdat 0 16-16"]],
    ["are not shorter than their header", [...u32(7), ...bytesOf("free"), ...box("skip")], []],
    ["are not shorter than their 64-bit header", [...long("mdat", 0, 15), ...box("skip")], []],
    [
      "are not longer than the file",
      [...box("free"), ...u32(9), ...bytesOf("skip")],
      ["free 0 8-8"],
    ],
    ["have no impossible length", long("mdat", 1, 16, [1]), []],
    ["have a whole header", [...box("free"), ...box("skip").slice(0, 7)], ["free 0 8-8"]],
  ])("%s", (_, bytes, expected) => {
    expect(told(bytes)).toEqual(expected);
  });

  it("are followed by their children, behind their own fields", () => {
    const inner = box("iprp", ...[box("ipco", [1])]);
    const file = [...box("meta", [0, 0, 0, 0], inner), ...box("free")];
    const names = ["meta 0 8-29", "iprp 12 20-29", "ipco 20 28-29", "free 29 37-37"];
    expect(told(file, { meta: 4, iprp: 0 })).toEqual(names);
    expect(told(file, { meta: 4 })).toEqual(names.filter((one) => !one.startsWith("ipco")));
    expect(told(file, { iprp: 0 })).toEqual(["meta 0 8-29", "free 29 37-37"]);
  });

  it("are read eight levels deep, and no deeper", () => {
    let nested = box("leaf");
    for (let depth = 0; depth < 12; depth += 1) nested = box("hold", nested);
    expect(told(nested, { hold: 0 })).toHaveLength(9);
  });

  it("are found by name, in the given part", () => {
    const file = Uint8Array.from([
      ...box("free", [1]),
      ...box("moov", box("trak")),
      ...box("free"),
    ]);
    const whole = { start: 0, end: file.length };
    expect(findBox(file, whole, "free")).toMatchObject({ at: 0 });
    expect(findBox(file, { ...whole, start: 9 }, "free")).toMatchObject({
      at: 25,
    });
    expect(findBox(file, { start: 0, end: 25 }, "moov")).toMatchObject({
      at: 9,
      end: 25,
    });
    expect(findBox(file, { start: 0, end: 24 }, "moov")).toBeNull();
    expect(findBox(file, whole, "trak")).toBeNull();
  });
});

describe("the elements of a file", () => {
  const told = (bytes: number[], holders: number[] = [], start = 0, end = bytes.length) =>
    [...elementsIn(Uint8Array.from(bytes), start, end, holders)].map(
      ({ id, at, start: from, end: to }) => `${id.toString(16)} ${at} ${from}-${to}`,
    );

  it.each<[string, number[], string[]]>([
    ["lie side by side", [0xec, 0x82, 1, 2, 0xbf, 0x80], ["ec 0 2-4", "bf 4 6-6"]],
    [
      "have names of up to four bytes",
      [0x42, 0x86, 0x81, 1, 0x2a, 0xd7, 0xb1, 0x80, 0x1a, 0x45, 0xdf, 0xa3, 0x80],
      ["4286 0 3-4", "2ad7b1 4 8-8", "1a45dfa3 8 13-13"],
    ],
    [
      "have lengths of up to eight bytes",
      [0xec, 0x01, 0, 0, 0, 0, 0, 0, 2, 7, 7, 0xbf, 0x40, 0x01, 9],
      ["ec 0 9-11", "bf 11 14-15"],
    ],
    ["end with the file, whatever their length", [0xec, 0x85, 1, 2], ["ec 0 2-4"]],
    ["have an id", [0x00, 0x81, 1], []],
    ["have no id of nine bytes", [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x80], []],
    ["have a whole id", [0xec, 0x80, 0x1a, 0x45], ["ec 0 2-2"]],
    ["have a length", [0xec, 0x80, 0xbf], ["ec 0 2-2"]],
    ["have a readable length", [0xec, 0x00, 0xbf, 0x80], []],
    ["have a whole length", [0xec, 0x40], []],
    [
      "may have an unknown length",
      [0x18, 0x53, 0x80, 0x67, 0xff, 0xec, 0x81, 7],
      ["18538067 0 5-8", "ec 5 7-8"],
    ],
    [
      "may have an unknown length in two bytes",
      [0xae, 0x7f, 0xff, 0xec, 0x81, 7],
      ["ae 0 3-6", "ec 3 5-6"],
    ],
    ["may have a length just below that", [0xae, 0x7f, 0xfe, 0xec, 0x81, 7], ["ae 0 3-6"]],
  ])("%s", (_, bytes, expected) => {
    expect(told(bytes)).toEqual(expected);
  });

  it("are followed by their children, where these are wanted", () => {
    const file = [0xae, 0x83, 0xe0, 0x81, 5, 0xec, 0x80];
    expect(told(file)).toEqual(["ae 0 2-5", "ec 5 7-7"]);
    expect(told(file, [0xae])).toEqual(["ae 0 2-5", "e0 2 4-5", "ec 5 7-7"]);
  });

  it("are read in the given part only", () => {
    const file = [0xec, 0x81, 1, 0xbf, 0x81, 2, 0xec, 0x80];
    expect(told(file, [], 3, 6)).toEqual(["bf 3 5-6"]);
    expect(told(file, [], 3, 5)).toEqual(["bf 3 5-5"]);
    expect(told(file, [], 8)).toEqual([]);
  });
});

describe("the segments of a JPEG", () => {
  const told = (...segments: number[][]) =>
    [...jpegSegments(jpeg(...segments))].map(
      ({ marker, start, end }) => `${marker.toString(16)} ${start}-${end}`,
    );

  it.each<[string, number[][], string[]]>([
    [
      "lie side by side",
      [
        [0xff, 0xe0, ...u16(4), 1, 2],
        [0xff, 0xdb, ...u16(2)],
      ],
      ["e0 6-8", "db 12-12"],
    ],
    ["end with the file", [[0xff, 0xe1, ...u16(99), 1, 2]], ["e1 6-8"]],
    [
      "continue behind a scan, whose data are part of it",
      [
        [0xff, 0xda, ...u16(2), 1, 0xff, 0, 0xff, 0xd0, 2, 0xff],
        [0xff, 0xe0, ...u16(2)],
      ],
      ["da 6-13", "e0 17-17"],
    ],
    ["end with the picture", [[0xff, 0xd9, 0xff, 0xe0, ...u16(2)]], ["d9 4-4"]],
    ["end where another picture begins", [[0xff, 0xd8, 0xff, 0xe0, ...u16(2)]], []],
    ["are found behind bytes that are none", [[1, 0xff, 0, 0xff, 0xe0, ...u16(2)]], ["e0 9-9"]],
    ["have no length where their marker has none", [[0xff, 1, 0xff, 0xe0, ...u16(2)]], ["e0 8-8"]],
    ["are as long as their length at least", [[0xff, 0xe0, ...u16(1), 0xff, 0xdb, 0, 2]], []],
    ["have a whole header", [[0xff, 0xe0, 0]], []],
    ["may have fill bytes before them", [[0xff, 0xff, 0xe0, ...u16(2)]], ["e0 7-7"]],
  ])("%s", (_, segments, expected) => {
    expect(told(...segments)).toEqual(expected);
  });
});

describe("the chunks of a PNG", () => {
  const told = (...parts: (string | number[])[]) =>
    [...pngChunks(bytesOf(Array<number>(8).fill(1), ...parts))].map(
      ({ name, start, end }) => `${name} ${start}-${end}`,
    );

  it.each<[string, (string | number[])[], string[]]>([
    [
      "lie side by side",
      [u32(2), "IHDR", [1, 2], u32(0), u32(0), "IEND", u32(0)],
      ["IHDR 16-18", "IEND 30-30"],
    ],
    ["are whole, including their checksum", [u32(0), "IHDR", [0, 0, 0]], []],
    [
      "are not longer than the file",
      [u32(0), "IHDR", u32(0), u32(1), "IEND", u32(0)],
      ["IHDR 16-16"],
    ],
    ["have no impossible length", [u32(2 ** 32 - 12), "IHDR", u32(0)], []],
  ])("%s", (_, parts, expected) => {
    expect(told(...parts)).toEqual(expected);
  });
});

describe("the transfer function of a picture", () => {
  const colr = (kind: string, transfer: number) => {
    const content = bytesOf("colr", kind, u16(9), u16(transfer), u16(9), [0]);
    return [...u32(content.length + 4), ...content];
  };
  const held = (name: string, content: number[]) => [
    ...[...u32(content.length + 8), ...bytesOf(name), ...content],
  ];
  const filmOf = (kind: string, transfer: number) =>
    Uint8Array.from(
      ["stsd", "stbl", "minf", "mdia", "trak", "moov"].reduce(
        (content, name) => held(name, content),
        colr(kind, transfer),
      ),
    );

  it.each<[string, number, string]>([
    ["nclx", 16, "high"],
    ["nclc", 18, "high"],
    ["nclx", 15, "standard"],
    ["nclx", 17, "standard"],
    ["nclx", 0x1000, "standard"],
    ["prof", 16, "standard"],
  ])("in a box of %s is %i: %s", (kind, transfer, range) => {
    const film = filmOf(kind, transfer);
    expect(readDynamicRange(film, "video/mp4")).toBe(range);
    expect(readDynamicRange(film, "video/quicktime")).toBe(range);
    // Other types store it elsewhere.
    expect(readDynamicRange(film, "image/jpeg")).toBe("standard");
    expect(readDynamicRange(film, "image/gif")).toBe("standard");
  });

  it("is the first high one of several", () => {
    const content = [...colr("nclx", 1), ...colr("nclx", 13), ...colr("nclc", 16)];
    const both = Uint8Array.from(
      held("moov", held("trak", held("mdia", held("minf", held("stbl", held("stsd", content)))))),
    );
    expect(readDynamicRange(both, "video/mp4")).toBe("high");
  });

  it("is not read from a video's metadata", () => {
    const film = Uint8Array.from(held("moov", held("udta", held("stsd", colr("nclx", 16)))));
    expect(readDynamicRange(film, "video/mp4")).toBe("standard");
  });
});

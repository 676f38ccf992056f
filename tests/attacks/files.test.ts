import { beforeAll, describe, expect, it } from "vitest";
import {
  bytesOf,
  frame,
  ftyp,
  jpeg,
  le16,
  pixelsChunk,
  png,
  u16,
  u32,
} from "../contract/files/picture-files";
import { newMember, type Attacker } from "./attacker";
import { download, hang, publish, send } from "./uploading";

type Bytes = Uint8Array<ArrayBuffer>;

let member: Attacker;
let thief: Attacker;
beforeAll(async () => {
  [member, thief] = await Promise.all([newMember("later"), newMember("taker2")]);
});

const CANARY = "37.7749N-canary";
const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** EXIF whose only entry points to a location. */
const placeOf = () => {
  const text = ascii(CANARY);
  const entry = (tag: number, type: number, count: number, value: number) => [
    ...[...u16(tag), ...u16(type), ...u32(count), ...u32(value)],
  ];
  const ifd = [...u16(1), ...entry(0x8825, 4, 1, 26), ...u32(0)];
  const gps = [...u16(1), ...entry(2, 2, text.length, 44), ...u32(0)];
  return [...ascii("MM"), ...u16(42), ...u32(8), ...ifd, ...gps, ...text];
};

function jpegWithPlace(): Bytes {
  const exif = [...ascii("Exif\0\0"), ...placeOf()];
  const app1 = [0xff, 0xe1, ...u16(exif.length + 2), ...exif];
  return new Uint8Array(jpeg(app1, frame(64, 48), [0xff, 0xda, ...u16(2), 1, 2, 3, 0xff, 0xd9]));
}

function pngWithPlace(): Bytes {
  const exif = placeOf();
  const chunk = [...u32(exif.length), ...ascii("eXIf"), ...exif, ...u32(0)];
  return new Uint8Array(png(64, 48, chunk, ...pixelsChunk));
}

function webpWithPlace(): Bytes {
  const exif = placeOf();
  const le32 = (n: number) => [...u32(n)].reverse();
  const size = [63, 0, 0, 47, 0, 0];
  const extended = bytesOf("VP8X", le32(10), [8, 0, 0, 0, ...size]);
  const part = bytesOf("EXIF", le32(exif.length), exif, exif.length % 2 === 1 ? [0] : []);
  const body = [...ascii("WEBP"), ...extended, ...part];
  return new Uint8Array(bytesOf("RIFF", le32(body.length), body));
}

function filmWithPlace(): Bytes {
  const text = ascii(CANARY);
  const box = (name: number[], body: number[]) => [...u32(body.length + 8), ...name, ...body];
  const xyz = box([0xa9, ...ascii("xyz")], [...u16(text.length), ...u16(0x15c7), ...text]);
  const film = box(ascii("moov"), box(ascii("udta"), xyz));
  return new Uint8Array(bytesOf([...ftyp("qt  ")], film));
}

describe("the place where a picture was taken", () => {
  it.each<[mediaType: string, bytes: () => Bytes]>([
    ["image/jpeg", jpegWithPlace],
    ["image/png", pngWithPlace],
    ["image/webp", webpWithPlace],
    ["video/quicktime", filmWithPlace],
  ])("is removed: in %s", async (mediaType, make) => {
    const bytes = make();
    expect(Buffer.from(bytes).includes(CANARY)).toBe(true);
    const { refusal, storageId } = await hang(member, { bytes, mediaType });
    if (storageId === null) {
      expect(refusal).not.toBeNull();
      return;
    }
    const answer = await download(storageId);
    // Either the location is removed from the file, or the file is refused and deleted.
    expect(answer.status).toBe(refusal === null ? 200 : 404);
    expect(Buffer.from(await answer.bytes()).includes(CANARY)).toBe(false);
  });
});

describe("a picture of ten thousand frames", () => {
  const FRAMES = 10_000;
  const gif = () => {
    const head = bytesOf("GIF89a", le16(4), le16(3), [0, 0, 0]);
    const one = [0x2c, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 0x4c, 1, 0];
    return new Uint8Array([...head, ...Array.from({ length: FRAMES }, () => one).flat(), 0x3b]);
  };
  const control = [...u32(26), ...ascii("fcTL"), ...new Array<number>(26).fill(0), ...u32(0)];
  const apng = () => {
    const frames = Array.from({ length: FRAMES }, () => control).flat();
    const head = [...u32(8), ...ascii("acTL"), ...u32(FRAMES), ...u32(0), ...u32(0)];
    return new Uint8Array(png(4, 3, head, frames, ...pixelsChunk));
  };

  it.each<[mediaType: string, bytes: () => Bytes]>([
    ["image/gif", gif],
    ["image/apng", apng],
  ])("is refused and deleted: %s", async (mediaType, make) => {
    const { refusal, storageId } = await hang(member, { bytes: make(), mediaType });
    expect(refusal).not.toBeNull();
    if (storageId !== null) expect((await download(storageId)).status).toBe(404);
  });
});

describe("a pending file", () => {
  it("can be used by its sender only, even before it is prepared", async () => {
    const { storageId } = await send(member, { bytes: new Uint8Array(png(5, 5, ...pixelsChunk)) });
    expect(await publish(thief, String(storageId))).not.toBeNull();
    expect(await publish(member, String(storageId))).toBeNull();
  });
});

import { constants, inflateSync } from "node:zlib";

/** A location in the spellings that programs use. */
const SPELLINGS = [
  "37.774929",
  "37,46.4957N",
  "+37.774929-122.419416/",
  "37 deg 46' 29.74\" N",
  "Schillerstrasse 12",
];

const base64 = (text: string, shift: number) => {
  const encoded = Buffer.from(" ".repeat(shift) + text).toString("base64");
  // Neighbouring bytes change the characters at both ends.
  return encoded.slice(shift === 0 ? 0 : 4, -4);
};

const ENCODED: readonly [how: string, bytes: Buffer][] = SPELLINGS.flatMap((text) => [
  [`${text} as it is`, Buffer.from(text, "latin1")] as [string, Buffer],
  [`${text} in UTF-16`, Buffer.from(text, "utf16le")] as [string, Buffer],
  [`${text} in UTF-16, big-endian`, Buffer.from(text, "utf16le").swap16()] as [string, Buffer],
  [`${text} in hex`, Buffer.from(Buffer.from(text).toString("hex"))] as [string, Buffer],
  ...[0, 1, 2].map(
    (shift) => [`${text} in base64`, Buffer.from(base64(text, shift))] as [string, Buffer],
  ),
]);

/** A text with the location in every spelling, in every encoding that programs use. */
export const PLACE: number[] = [
  ...Buffer.concat([
    Buffer.from(` ${SPELLINGS.join("; ")} `),
    Buffer.from(SPELLINGS.join("; "), "utf16le"),
    Buffer.from(SPELLINGS.join("; "), "utf16le").swap16(),
    Buffer.from(Buffer.from(SPELLINGS.join("; ")).toString("hex")),
    Buffer.from(Buffer.from(SPELLINGS.join("; ")).toString("base64")),
  ]),
];

/**
 * Finds the location in a file, also in its compressed data; returns the spelling of each
 * occurrence.
 */
export function placesIn(bytes: Uint8Array): string[] {
  return [bytes, ...unpacked(Buffer.from(bytes))].flatMap((part) =>
    ENCODED.filter(([, wanted]) => Buffer.from(part).includes(wanted)).map(([how]) => how),
  );
}

/** Streams may be truncated. */
const INFLATE = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1_000_000 };

/** Everything in a file that can be decompressed. */
function unpacked(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 2 < bytes.length; at++) {
    const head = bytes.readUInt16BE(at);
    if (head >>> 8 !== 0x78 || head % 31 !== 0) continue;
    try {
      found.push(inflateSync(bytes.subarray(at), INFLATE));
    } catch {
      // These two bytes do not start a stream.
    }
  }
  return found;
}

import { asciiAt, uint32At } from "../binary";

const HEADER_BYTES = 7;
const SPACE = 0x20;
const [FLAC_PADDING, FLAC_LAST, FLAC_TYPE] = [1, 0x80, 0x7f] as const;

/** Codecs whose description and samples we can parse. */
export const MATROSKA_CODECS =
  /^(V_(VP8|VP9|AV1|MPEG[12]|MPEG4\/ISO\/(SP|ASP|AP|AVC)|MPEGH\/ISO\/HEVC|PRORES|THEORA|FFV1)|A_(VORBIS|OPUS|FLAC|ALAC|AAC(\/MPEG[24]\/(MAIN|LC|LC\/SBR|SSR|LTP))?|MPEG\/L[123]|E?AC3|DTS|TRUEHD|PCM\/(INT\/(LIT|BIG)|FLOAT\/IEEE)))\0*$/;

/** Codecs without a description: their samples contain everything. */
export const UNDESCRIBED = /^(V_VP8|A_(MPEG|E?AC3|DTS|TRUEHD|PCM))/;

/**
 * Blanks the text in a codec's description, in place.
 *
 * @param content - The description in the form that Matroska uses.
 */
export function blankCodecWords(codec: string, content: Uint8Array): void {
  if (codec.startsWith("A_VORBIS") || codec.startsWith("V_THEORA")) blankComments(content);
  if (codec.startsWith("A_FLAC")) blankFlac(content);
  if (codec.startsWith("A_OPUS")) content.fill(0, opusBytes(content));
  if (codec.startsWith("V_VP9")) content.fill(0, vp9Bytes(content));
}

/** A header, and the channel mapping if the first byte after it announces one. */
function opusBytes(content: Uint8Array): number {
  const [head, channels] = [19, content[9] ?? 0];
  return content[head - 1] === 0 ? head : head + 2 + channels;
}

/** Up to four one-byte numbers, each after its name and its length. */
function vp9Bytes(content: Uint8Array): number {
  let at = 0;
  while (at < 12 && (content[at] ?? 0) >= 1 && (content[at] ?? 0) <= 4 && content[at + 1] === 1) {
    at += 3;
  }
  return at;
}

/** The second of three headers has the comments: a vendor, and a list that is emptied. */
function blankComments(content: Uint8Array): void {
  const lengths = [0, 0];
  let at = 1;
  for (let header = 0; header < 2; header++) {
    let length = 0;
    while (content[at] === 0xff) length += content[at++] ?? 0;
    lengths[header] = length + (content[at++] ?? 0);
  }
  const start = at + (lengths[0] ?? 0);
  const comments = content.subarray(start, start + (lengths[1] ?? 0));
  const isVorbis = comments[0] === 3;
  const room = comments.length - HEADER_BYTES - 8 - (isVorbis ? 1 : 0);
  if (room < 0) {
    comments.fill(0, HEADER_BYTES);
    return;
  }
  comments.fill(SPACE, HEADER_BYTES + 4, HEADER_BYTES + 4 + room);
  comments.fill(0, HEADER_BYTES + 4 + room);
  const view = new DataView(comments.buffer, comments.byteOffset, comments.byteLength);
  view.setUint32(HEADER_BYTES, room, true);
  if (isVorbis) comments[comments.length - 1] = 1;
}

/** All blocks after the stream description become padding. */
function blankFlac(content: Uint8Array): void {
  for (let at = asciiAt(content, 0, 4) === "fLaC" ? 4 : 0; at + 4 <= content.length;) {
    const head = content[at] ?? 0;
    const length = (uint32At(content, at) ?? 0) & 0xffffff;
    if ((head & FLAC_TYPE) !== 0) {
      content[at] = (head & FLAC_LAST) | FLAC_PADDING;
      content.fill(0, at + 4, at + 4 + length);
    }
    at += 4 + length;
  }
}

import { asciiAt, uint16At, uint32At } from "../binary";

import { keepBoxes } from "./boxRules";
import type { Rule, Rules } from "./boxRules";
import {
  avcBytes,
  blankBehindGroups,
  groupedBytes,
  hevcBytes,
  segmentsBytes,
  vpBytes,
} from "./codecSettings";
import { cleanProfile } from "./profile";

/**
 * The boxes of a video or sequence that are kept: times, indexes, codecs and colours, but no text.
 */

/** A box whose length depends only on its version. */
export const fixed = (first: number, second = first): Rule => ({
  length: (content) => (content[0] === 1 ? second : first),
});
/** A table: a header that ends with the number of rows, then the rows. */
const table = (row: number, head = 8, second = row): Rule => ({
  length: (content) =>
    head + (uint32At(content, head - 4) ?? 0) * (content[0] === 1 ? second : row),
});
export const whole: Rule = {};

/** The kind of track, without its name and QuickTime's manufacturer. */
const HANDLER_BYTES = 12;
export const handler: Rule = { length: () => HANDLER_BYTES };
/** Where the data is: in the file itself. Names of other files are removed. */
const REFERENCES: Rule = {
  own: 8,
  inside: { "url ": fixed(4), alis: fixed(4) },
};
export const data: Rule = { inside: { dref: REFERENCES } };

const URN_HEAD = 4;
const AUXILIARY =
  /^urn:(mpeg:mpegB:cicp:systems:auxiliary:(alpha|depth)|mpeg:(hevc|avc):2015:auxid:\d|com:apple:photo:20\d\d:aux:(hdrgainmap|disparity|depth|portraiteffectsmatte|semantic(skin|hair|teeth|glasses|sky)matte))\0/;
/** The purpose of an auxiliary image, such as transparency. */
export const auxiliary: Rule = {
  edit: (content) => {
    const text = asciiAt(content, URN_HEAD, content.length - URN_HEAD);
    return AUXILIARY.test(text);
  },
  length: (content) => {
    const end = content.indexOf(0, URN_HEAD);
    return end < 0 ? content.length : end + 1;
  },
};

/** Numbers, or a profile. */
export const colour: Rule = {
  edit: (content) => {
    const kind = asciiAt(content, 0, 4);
    if (kind === "nclx" || kind === "nclc") {
      content.fill(0, kind === "nclx" ? 11 : 10);
      return true;
    }
    return /^(prof|rICC)$/.test(kind) && cleanProfile(content.subarray(4));
  },
};

const FLAC_LAST = 0x80;
/** Only the description of the stream, and no comments. */
const flac: Rule = {
  edit: (content) => {
    const isOnly = ((content[4] ?? 0) & 0x7f) === 0 && content.length >= 42;
    if (isOnly) content[4] = FLAC_LAST;
    content.fill(0, 42);
    return isOnly;
  },
};

export const names = (text: string, rule: Rule = whole): Rules =>
  Object.fromEntries(text.split(" ").map((name) => [name, rule]));

/** The data that decoders need to start. */
export const SETTINGS: Rules = {
  avcC: { length: avcBytes },
  hvcC: { length: hevcBytes },
  vpcC: { length: vpBytes },
};

/** Picture properties that decoders need. */
const PICTURE_BOXES: Rules = {
  ...SETTINGS,
  ...names("lhvC av1C esds d263"),
  ...names("dvcC dvvC dvwC", fixed(24)),
  SmDm: fixed(28),
  CoLL: fixed(8),
  ccst: fixed(8),
  pasp: fixed(8),
  clap: fixed(32),
  btrt: fixed(12),
  fiel: fixed(2),
  gama: fixed(4),
  mdcv: fixed(24),
  clli: fixed(4),
  cclv: whole,
  amve: fixed(8),
  colr: colour,
  auxi: auxiliary,
};
const SOUND_CONFIGS = names("esds dOps alac dac3 dec3 dac4 pcmC chan chnl srat damr dapa");
const SOUND_BOXES: Rules = {
  ...SOUND_CONFIGS,
  btrt: fixed(12),
  dfLa: flac,
  wave: { inside: { ...SOUND_CONFIGS, ...names("frma mp4a enda \0\0\0\0") } },
};

const PICTURE_CODECS =
  "avc1 avc2 avc3 avc4 hvc1 hev1 dvh1 dvhe dva1 dvav av01 vp08 vp09 mp4v s263 h263 apch apcn apcs apco ap4h ap4x";
const SOUND_CODECS =
  "mp4a ac-3 ec-3 ac-4 Opus fLaC alac apac .mp3 sowt twos lpcm ipcm fpcm in24 in32 fl32 fl64 raw_ ulaw alaw samr sawb";

const PICTURE_BYTES = 78;
/** The name of the program that made the pictures. */
const [NAME, NAME_END] = [42, 74] as const;
const picture: Rule = {
  edit: (content, parts) => {
    if (content.length < PICTURE_BYTES) return false;
    content.fill(0, NAME, NAME_END);
    keepBoxes(content, { start: PICTURE_BYTES, end: content.length }, PICTURE_BOXES, parts);
    return true;
  },
};

const sound: Rule = {
  edit: (content, parts) => {
    const version = uint16At(content, 8) ?? 0;
    const own = soundHead(content, version);
    if (content.length < own) return false;
    keepBoxes(content, { start: own, end: content.length }, SOUND_BOXES, parts);
    return true;
  },
};

/** QuickTime's later versions add fields; in MP4 the same version number adds none. */
function soundHead(content: Uint8Array, version: number): number {
  const [plain, first, second] = [28, 44, 64] as const;
  if (version === 2) return second;
  const isQuickTime = version === 1 && !((asciiAt(content, plain + 4, 4) || "?") in SOUND_BOXES);
  return isQuickTime ? first : plain;
}

/** The supported codecs of pictures and sound; others are removed. */
export const CODECS: Rules = {
  ...names(PICTURE_CODECS, picture),
  ...Object.fromEntries(
    SOUND_CODECS.split(" ").map((name) => [name.replace("_", " "), sound] as const),
  ),
};

/** Where decoders can start. */
const GROUPS: Rules = { sbgp: { length: groupedBytes }, sgpd: { edit: blankBehindGroups } };

const SAMPLE_TABLE: Rules = {
  stsd: { own: 8, inside: CODECS },
  stts: table(8),
  ctts: table(8),
  stsc: table(12),
  stsz: {
    length: (content) => 12 + (uint32At(content, 4) === 0 ? 4 * (uint32At(content, 8) ?? 0) : 0),
  },
  stz2: whole,
  stco: table(4),
  co64: table(8),
  stss: table(4),
  stps: table(4),
  cslg: fixed(24, 44),
  sdtp: whole,
  ...GROUPS,
};

const aperture = fixed(12);
export const TRACK: Rules = {
  tkhd: fixed(84, 96),
  edts: { inside: { elst: table(12, 8, 20) } },
  tref: { inside: { auxl: whole, prem: whole } },
  tapt: { inside: { clef: aperture, prof: aperture, enof: aperture } },
  mdia: {
    inside: {
      mdhd: fixed(24, 36),
      hdlr: handler,
      minf: {
        inside: {
          vmhd: fixed(12),
          smhd: fixed(8),
          hdlr: handler,
          dinf: data,
          stbl: { inside: SAMPLE_TABLE },
        },
      },
    },
  },
};

export const MOVIE: Rules = {
  mvhd: fixed(100, 112),
  trak: { inside: TRACK },
  mvex: { inside: { mehd: fixed(8, 12), trex: fixed(24) } },
};

export const FRAGMENT: Rules = {
  mfhd: fixed(8),
  traf: {
    inside: { tfdt: fixed(8, 12), ...names("tfhd trun sdtp"), ...GROUPS },
  },
};

/** The published brands of videos, sequences and pictures, which tell readers what to expect. */
const BRAND =
  /^(iso[2-9abcm]|mp4[12]|mp71|avc1|hvc1|hev1|av01|dby1|M4[AV][ HP]|M4VP|MSNV|NDSC|XAVC|f4v |qt {2}|3g[2p][4-9abcegr]|dash|ms[di][hx]|lmsg|cm[f2]\w|avi[fso]|MA1[AB]|mif[12]|miaf|MiH[ABE]|MiPr|msf1|hei[cmsx]|hev[cmsx]|tmap|unif)$/;
/** A file type and its compatible brands, of four letters each. Others are blanked. */
const BRANDS: Rule = {
  edit: (content) => {
    for (let at = 0; at < content.length; at += 4) {
      // A version comes after the first.
      if (at === 4) continue;
      if (!BRAND.test(asciiAt(content, at, 4))) content.fill(0, at, at + 4);
    }
    return true;
  },
};

/** All boxes of a video or sequence; its samples are handled separately. */
export const FILM: Rules = {
  ftyp: BRANDS,
  styp: BRANDS,
  moov: { inside: MOVIE },
  moof: { inside: FRAGMENT },
  mdat: whole,
  sidx: { length: segmentsBytes },
};

/** Whether a name is among those of a table of rules. */
export function isOne(rules: Rules, name: string): boolean {
  return Object.hasOwn(rules, name);
}

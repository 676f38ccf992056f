/** The elements of Matroska and WebM that are kept, by their ids. */

export const [
  TRACK_ENTRY,
  TRACK_NUMBER,
  TRACK_TYPE,
  CODEC_ID,
  CODEC_PRIVATE,
  ALPHA_MODE,
  BLOCK_GROUP,
  BLOCK,
  SIMPLE_BLOCK,
  BLOCK_ADDITIONS,
  SEGMENT,
  TAGS,
  TAG,
  SIMPLE_TAG,
  TAG_NAME,
  TAG_STRING,
  VOID,
  HEADER,
  DOC_TYPE,
  CLUSTER,
] = [
  0xae, 0xd7, 0x83, 0x86, 0x63a2, 0x53c0, 0xa0, 0xa1, 0xa3, 0x75a1, 0x18538067, 0x1254c367, 0x7373,
  0x67c8, 0x45a3, 0x4487, 0xec, 0x1a45dfa3, 0x4282, 0x1f43b675,
] as const;

/** Header, Segment, SeekHead, Seek, Info, Tracks and their content, Cluster, blocks, Cues. */
export const HOLDERS: readonly number[] = [
  HEADER,
  SEGMENT,
  ...[0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, TRACK_ENTRY, 0xe0, 0xe1, 0x55b0, 0x55d0, 0x7670],
  ...[0x6d80, 0x6240, 0x5034, CLUSTER, BLOCK_GROUP, BLOCK_ADDITIONS, 0xa6],
  ...[0x1c53bb6b, 0xbb, 0xb7],
];

/** The programs that wrote the file. The fields are required, so blanks replace the names. */
export const PROGRAMS: readonly number[] = [0x4d80, 0x5741];

/** Numbers: eight bytes at most. */
export const NUMBERS: ReadonlySet<number> = new Set([
  // The versions of the format, and where parts of the file are.
  ...[0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4287, 0x4285, 0x53ab, 0x53ac, 0x2ad7b1, 0x4489],
  // Fields of a track.
  ...[TRACK_NUMBER, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383],
  ...[0x234e7a, 0x23314f, 0x537f, 0x55ee, 0x56aa, 0x56bb],
  // Its pictures, their colours, and their position on a sphere.
  ...[0x9a, 0x9d, 0x53b8, ALPHA_MODE, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba],
  ...[0x54b2, 0x54b3, 0x2eb524, 0x2fb523, 0x2383e3],
  ...Array.from({ length: 13 }, (_, i) => 0x55b1 + i),
  ...Array.from({ length: 10 }, (_, i) => 0x55d1 + i),
  ...[0x7671, 0x7673, 0x7674, 0x7675],
  // Its sound, and how its blocks are packed.
  ...[0xb5, 0x78b5, 0x9f, 0x6264, 0x5031, 0x5032, 0x5033, 0x4254],
  // Of clusters, blocks and the index.
  ...[0xe7, 0xa7, 0xab, 0x9b, 0xfb, 0x75a2, 0xfa, 0xee, 0xb3, 0xf7, 0xf1, 0xf0, 0xb2, 0x5378, 0xea],
]);

/**
 * Binary elements, each kept only inside the named element, because readers skip it elsewhere: the
 * type of file, codecs, header stripping, blocks, transparency.
 */
export const CONTENTS: ReadonlyMap<number, number> = new Map([
  [DOC_TYPE, HEADER],
  [CODEC_ID, TRACK_ENTRY],
  [CODEC_PRIVATE, TRACK_ENTRY],
  [0x4255, 0x5034],
  [SIMPLE_BLOCK, CLUSTER],
  [BLOCK, BLOCK_GROUP],
  [0xa5, 0xa6],
]);

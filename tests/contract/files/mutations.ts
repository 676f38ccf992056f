import fc from "fast-check";

/** Numbers with which parsers of lengths fail. */
const ODD = [0, 1, 2, 7, 8, 0x7f, 0x80, 0xfe, 0xff];

interface Change {
  kind: "set" | "cut" | "double" | "drop" | "word";
  /** The position in the file, as a fraction. */
  at: number;
  byte: number;
  length: number;
}

const change = fc.record<Change>({
  kind: fc.constantFrom("set", "set", "set", "word", "double", "drop", "cut"),
  // Most changes are in headers, which matter most.
  at: fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.02, noNaN: true }),
  ),
  byte: fc.oneof(fc.constantFrom(...ODD), fc.nat(255)),
  length: fc.nat(4000),
});

function apply(file: Uint8Array, { kind, at, byte, length }: Change): Uint8Array {
  const start = Math.floor(at * Math.max(0, file.length - 1));
  const end = start + length;
  if (kind === "cut") return file.slice(0, start);
  if (kind === "drop") return new Uint8Array([...file.subarray(0, start), ...file.subarray(end)]);
  if (kind === "double")
    return new Uint8Array([
      ...file.subarray(0, end),
      ...file.subarray(start, end),
      ...file.subarray(end),
    ]);
  const changed = file.slice();
  changed.fill(byte, start, start + (kind === "word" ? 4 : 1));
  return changed;
}

/** One of these files with up to eight changes. */
export function mutationOf(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 8 }))
    .map(([seed, changes]) => changes.reduce(apply, seed));
}

/** Sizes, lengths and markers on which parsers differ. */
const WORDS = [
  ...[0, 1, 2, 3, 4, 8, 12, 16, 0x3f3f, 0x2000, 0xffff, 0xff01, 0xffc0, 0xffd0, 0xffd8, 0xffda],
];
/** The length of the header at a file's beginning, without the bytes that identify its type. */
const [HEADER_START, HEADER_END] = [12, 900];

interface HeaderChange {
  kind: "byte" | "word" | "insert" | "copy" | "swap";
  at: number;
  from: number;
  length: number;
  value: number;
}

const place = fc.noBias(fc.nat(1_000_000));
const headerChange = fc.record<HeaderChange>({
  kind: fc.constantFrom("byte", "byte", "word", "insert", "copy", "swap"),
  at: place,
  from: place,
  length: fc.constantFrom(2, 4, 8, 12, 19, 20, 24, 40, 80),
  value: fc.oneof(fc.constantFrom(...WORDS), fc.noBias(fc.nat(0xffff))),
});

function changeHeader(file: Uint8Array, change: HeaderChange): Uint8Array {
  const room = Math.min(file.length, HEADER_END) - HEADER_START;
  const [at, from] = [change.at, change.from].map((n) => HEADER_START + (n % room)) as [
    number,
    number,
  ];
  const word = [change.value >> 8, change.value & 255];
  const part = file.subarray(from, from + change.length);
  const changed = file.slice();
  switch (change.kind) {
    case "byte":
      changed[at] = change.value & 255;
      return changed;
    case "word":
      changed.set(word.slice(0, changed.length - at), at);
      return changed;
    case "insert":
      return new Uint8Array([...file.subarray(0, at), ...word, ...file.subarray(at)]);
    case "copy":
      return new Uint8Array([...file.subarray(0, at), ...part, ...file.subarray(at)]);
    case "swap":
      changed.set(part.subarray(0, changed.length - at), at);
      return changed;
  }
}

/**
 * One of these files with a few changes in its header, except in the bytes that identify its type.
 */
export function headerMutationOf(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(headerChange, { minLength: 1, maxLength: 3 }))
    .map(([seed, changes]) => changes.reduce(changeHeader, seed));
}

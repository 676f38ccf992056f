import { crc32, deflateSync } from "node:zlib";
import { rgbaToThumbHash } from "thumbhash";

/** The progress of a drawing: its steps are the same picture, less finished. */
type Stage = 1 | 2 | 3;

/**
 * A picture as a function. Coordinates are in widths of the picture: `x` from 0 to 1, `y` from 0 to
 * the height. It returns an index of the palette.
 */
type Draw = (x: number, y: number, stage: Stage) => number;

interface Drawing {
  draw: Draw;
  /** Colours as 0xrrggbb. */
  palette: readonly number[];
}

interface DrawnFile {
  role: "page" | "step";
  caption: string;
  drawing: Drawing;
  stage: Stage;
}

/** A work of the demo data that is drawn when it is published, because its original is large. */
export interface DrawnWork {
  artist: string;
  slug: string;
  title: string;
  alt: string;
  tags: readonly string[];
  ageDays: number;
  views: number;
  drawing: Drawing;
  files: readonly DrawnFile[];
}

export const DRAWN_SIZE = { width: 3120, height: 2080 } as const;
/** The sizes of a small picture for grids, and of the other pictures and the steps. */
export const SMALL_PX = { poster: 800, file: 1200, blur: 90 } as const;

/** `Math.hypot` takes ten times as long. */
const distance = (x: number, y: number) => Math.sqrt(x * x + y * y);

/** Rings around some points, which add up where they meet. */
const rings =
  (points: readonly (readonly [number, number])[], perWidth: number): Draw =>
  (x, y, stage) => {
    let height = 0;
    for (const [px, py] of stage === 1 ? points.slice(0, 1) : points)
      height += Math.sin(distance(x - px, y - py) * perWidth);
    const share = (height / points.length + 1) / 2;
    return Math.min(stage === 3 ? 7 : 1, Math.floor(share * (stage === 3 ? 8 : 2)));
  };

/** Square tiles, each with two quarter circles, rotated by a hash of its position. */
const tiles =
  (perWidth: number, salt: number): Draw =>
  (x, y, stage) => {
    const [column, row] = [Math.floor(x * perWidth), Math.floor(y * perWidth)];
    const [across, v] = [x * perWidth - column, y * perWidth - row];
    if (stage === 1) return Math.min(across, v) < 0.04 ? 1 : 0;
    const hash = Math.imul(column * 73_856_093 + salt, row * 19_349_663 + 1) >>> 0;
    const u = (hash >> 8) % 2 === 0 ? 1 - across : across;
    const near = Math.min(
      Math.abs(distance(u, v) - 0.5),
      Math.abs(distance(1 - u, 1 - v) - 0.5),
    );
    if (near < 0.1) return 1;
    return stage === 3 && near < 0.2 ? 2 + ((hash >> 16) % 3) : 0;
  };

/** Contour lines in a landscape of waves. */
const contours =
  (a: number, b: number): Draw =>
  (x, y, stage) => {
    const bent = x + 0.12 * Math.sin(a * y + 1);
    const height =
      Math.sin(a * bent) + Math.cos(b * y + 2 * bent) + 0.5 * Math.sin(2.7 * (a * y - b * bent));
    const level = (height + 2.5) * (stage === 1 ? 2 : 7);
    if (level % 1 < (stage === 1 ? 0.03 : 0.1)) return 1;
    return stage === 3 ? 2 + Math.min(4, Math.max(0, Math.floor(level / 7.2))) : 0;
  };

const NIGHT = [0x0b1026, 0x16235a, 0x27408f, 0x3c6fb6, 0x74a9cf, 0xb8d8e8, 0xf2e6c4, 0xf2b134];
const DAWN = [0x241023, 0x5b1a3a, 0x932d4b, 0xc8553d, 0xf28f3b, 0xf6bd60, 0xf7e1b0, 0xfff8e7];
const CLAY = [0xf4ede1, 0x2a2320, 0xc8553d, 0xe0a458, 0x5f7a61];
const CHART = [0xf2efe6, 0x33413a, 0xa7c4a0, 0xc9d8a5, 0xe6dfa8, 0xe0bd85, 0xc98f64];

const POINTS = [
  [0.2, 0.15],
  [0.75, 0.3],
  [0.45, 0.6],
] as const;

export const DRAWN_WORKS: readonly DrawnWork[] = [
  drawnWork({
    ...{ artist: "arun.pillai", slug: "three-stones", title: "Three Stones in Still Water" },
    alt: "Rings spread from three points and cross, from dark blue to yellow where they meet",
    tags: ["generative", "water", "pattern"],
    ...{ ageDays: 6, views: 412 },
    drawing: { draw: rings(POINTS, 150), palette: NIGHT },
    other: ["The same water at dawn", { draw: rings(POINTS, 150), palette: DAWN }],
    steps: ["One stone.", "All three, in black and white.", "Eight colours for eight heights."],
  }),
  drawnWork({
    ...{ artist: "noor.haddad", slug: "864-turns", title: "Eight Hundred and Sixty-Four Turns" },
    alt: "Quarter circles on square tiles join to loops and paths, with clay colours beside them",
    tags: ["generative", "tiles", "pattern"],
    ...{ ageDays: 23, views: 655 },
    drawing: { draw: tiles(36, 11), palette: CLAY },
    other: ["A second throw of the same dice", { draw: tiles(36, 5), palette: CLAY }],
    steps: ["The empty grid.", "Each tile is turned by chance.", "Colour where two paths pass."],
  }),
  drawnWork({
    ...{ artist: "bram.de.vries", slug: "survey-of-nowhere", title: "Survey of Nowhere" },
    alt: "A map of lines of equal height, green in the valleys and brown on the hills",
    tags: ["generative", "map", "landscape"],
    ...{ ageDays: 71, views: 803 },
    drawing: { draw: contours(7, 5), palette: CHART },
    other: ["The sheet to the east", { draw: contours(5, 8), palette: CHART }],
    steps: ["A few heights.", "Every line.", "Colours, as on old maps."],
  }),
];

function drawnWork({
  other: [caption, drawing],
  steps,
  ...work
}: Omit<DrawnWork, "files"> & {
  other: readonly [caption: string, drawing: Drawing];
  steps: readonly [string, string, string];
}): DrawnWork {
  const stages = [1, 2, 3] as const;
  const drawn = stages.map((stage): DrawnFile => {
    return { role: "step", caption: steps[stage - 1] ?? "", drawing: work.drawing, stage };
  });
  return { ...work, files: [{ role: "page", caption, drawing, stage: 3 }, ...drawn] };
}

const ROWS_AT_ONCE = 50;

/** A drawing as an indexed PNG. */
export async function pngOf(
  { draw, palette }: Drawing,
  width: number,
  stage: Stage = 3,
): Promise<Buffer> {
  const height = heightOf(width);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    // Yields, so that the backend, which runs in the same process, can respond.
    if (row % ROWS_AT_ONCE === 0) await new Promise((done) => setImmediate(done));
    for (let column = 0; column < width; column++)
      rows[row * (width + 1) + 1 + column] = draw(column / width, row / width, stage);
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits per pixel, with a palette.
  size.set([8, 3], 8);
  const colours = Buffer.from(palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Its blur, base64. */
export function thumbhashOf({ draw, palette }: Drawing): string {
  const [width, height] = [SMALL_PX.blur, heightOf(SMALL_PX.blur)];
  const rgba = Array.from({ length: width * height }, (_, at) => {
    const rgb = palette[draw((at % width) / width, Math.floor(at / width) / width, 3)] ?? 0;
    return [rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255];
  }).flat();
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString("base64");
}

/** All have the proportions of the original. */
export function heightOf(width: number): number {
  return Math.round((width * DRAWN_SIZE.height) / DRAWN_SIZE.width);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

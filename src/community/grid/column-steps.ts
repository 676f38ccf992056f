import type { Grid } from "./layout";

/** How a grid is divided from a window width on. */
interface ColumnStep {
  fromPx: number;
  columns: { gallery: number; profile: number };
  gutterX: { gallery: number; profile: number };
  gutterY: number;
  margin: number;
}

const both = (value: number) => ({ gallery: value, profile: value });

const STEPS: readonly ColumnStep[] = [
  { fromPx: 2200, columns: { gallery: 7, profile: 6 }, gutterX: both(24), gutterY: 28, margin: 40 },
  { fromPx: 1680, columns: { gallery: 6, profile: 5 }, gutterX: both(24), gutterY: 28, margin: 40 },
  {
    fromPx: 1280,
    columns: { gallery: 5, profile: 4 },
    gutterX: { gallery: 20, profile: 24 },
    gutterY: 26,
    margin: 32,
  },
  { fromPx: 1024, columns: { gallery: 4, profile: 3 }, gutterX: both(20), gutterY: 26, margin: 32 },
  { fromPx: 768, columns: both(3), gutterX: both(20), gutterY: 24, margin: 24 },
  { fromPx: 480, columns: both(2), gutterX: both(16), gutterY: 20, margin: 20 },
];

const NARROWEST: ColumnStep = {
  ...{ fromPx: 0, columns: both(2), gutterX: both(12), gutterY: 18, margin: 16 },
};

const THUMBNAIL_MAX_PX = 2400;
/** Gap 10, name 21, and on a shared grid the artist below: 4 and 19. */
const LABEL_PX = { gallery: 54, profile: 31 };

/** `gallery`: many artists' works under today's spotlight. `mixed`: without one. `profile`: one artist's. */
export type GridKind = "gallery" | "mixed" | "profile";

/** The kind that a grid on the page says it is. */
export function kindOf(said: string | undefined): GridKind {
  return said === "gallery" || said === "profile" ? said : "mixed";
}

/** The grid that fits a window. */
export function wallFor(windowWidth: number, kind: GridKind): Grid {
  const shape = kind === "profile" ? "profile" : "gallery";
  const step = STEPS.find(({ fromPx }) => windowWidth >= fromPx) ?? NARROWEST;
  return {
    width: Math.min(windowWidth - 2 * step.margin, THUMBNAIL_MAX_PX),
    columns: step.columns[shape],
    gutterX: step.gutterX[shape],
    gutterY: step.gutterY,
    labelHeight: LABEL_PX[shape],
    spotlight: kind === "gallery" ? "first" : "none",
  };
}

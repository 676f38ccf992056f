/** The position of one work, in pixels from the grid's upper left corner. */
export interface Place {
  x: number;
  y: number;
  width: number;
  /** The height of the picture alone; the caption is below it. */
  pictureHeight: number;
}

export interface Grid {
  width: number;
  columns: number;
  gutterX: number;
  gutterY: number;
  /** The height of a caption, including the gap to the picture. */
  captionHeight: number;
  /** `first`: the first work spans two columns and has a larger caption. */
  spotlight: "first" | "none";
}

/** The additional height of the featured work's caption. */
const SPOTLIGHT_CAPTION_EXTRA_PX = 5;
/** A picture wider than this proportion may span two columns. */
const WIDE_RATIO = 2;
/** The largest hole above a picture that spans two columns. */
const MOST_HOLE_PX = 48;

/**
 * Places each work in the shortest column, in order, with its own proportion. A
 * wide picture spans two columns where two neighbours end at nearly the same height;
 * elsewhere it takes one column.
 */
export function layOut(
  works: readonly { width: number; height: number }[],
  grid: Grid,
): { places: Place[]; height: number } {
  const column = (grid.width - grid.gutterX * (grid.columns - 1)) / grid.columns;
  const ends = Array.from({ length: grid.columns }, () => 0);
  const places = works.map((work, i) => {
    const isFeatured = i === 0 && grid.spotlight === "first";
    const isWide = work.width / work.height > WIDE_RATIO;
    const canSpan = isFeatured || (isWide && holeAbove(ends, shortest(ends, 2)) <= MOST_HOLE_PX);
    const span = canSpan ? Math.min(2, grid.columns) : 1;
    const first = isFeatured ? 0 : shortest(ends, span);
    const width = column * span + grid.gutterX * (span - 1);
    const pictureHeight = Math.round((width * work.height) / work.width);
    const y = endOf(ends, first, span);
    const caption = grid.captionHeight + (isFeatured ? SPOTLIGHT_CAPTION_EXTRA_PX : 0);
    ends.fill(y + pictureHeight + caption + grid.gutterY, first, first + span);
    return { x: first * (column + grid.gutterX), y, width, pictureHeight };
  });
  return { places, height: Math.max(0, Math.max(...ends) - grid.gutterY) };
}

function shortest(ends: readonly number[], span: number): number {
  const starts = ends.slice(0, ends.length - span + 1).map((_, i) => endOf(ends, i, span));
  return starts.indexOf(Math.min(...starts));
}

/** The height that stays empty above a picture on two columns. */
function holeAbove(ends: readonly number[], first: number): number {
  const [left = 0, right = left] = ends.slice(first, first + 2);
  return Math.abs(left - right);
}

function endOf(ends: readonly number[], first: number, span: number): number {
  return Math.max(...ends.slice(first, first + span));
}

/** A range of a grid, in pixels from its upper edge. */
export interface ViewportRange {
  from: number;
  to: number;
}

/** The range moves in steps, so that small scrolls render nothing. */
const STEP_PX = 400;

/** The whole steps that contain a range of heights. */
export function rangeBetween(from: number, to: number): ViewportRange {
  return { from: STEP_PX * Math.floor(from / STEP_PX), to: STEP_PX * Math.ceil(to / STEP_PX) };
}

/** The window that a grid is laid out for. */
export interface WindowSize {
  width: number;
  /** The distance from the grid's upper edge to the bottom of the window. */
  height: number;
}

/**
 * On the server: the width of a phone and an unlimited height. The browser's script removes works
 * outside the viewport.
 */
const UNKNOWN: WindowSize = { width: 412, height: Infinity };

/**
 * The window that the page was rendered for: unknown on the server, known once
 * `layOutBeforeHydration` has run.
 */
export function firstWindow(): WindowSize {
  if (typeof document === "undefined") return UNKNOWN;
  const [width, height] = (document.body.dataset.drawnFor ?? "").split(" ").map(Number);
  return width === undefined || height === undefined ? UNKNOWN : { width, height };
}

/** Stores the width on the page, for React's first render. */
export function rememberFirstWindow({ width, height }: WindowSize): void {
  document.body.dataset.drawnFor = `${width} ${height}`;
}

/** The width of the page without the scroll bar. */
export function readWidth(): number {
  const { clientWidth } = document.documentElement;
  return clientWidth > 0 ? clientWidth : window.innerWidth;
}

/** The columns and gaps, each from a window width on. */
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

const GRID_MAX_PX = 2400;

/** Gap 10, name 21, and on a shared grid the artist below: 4 and 19. */
const CAPTION_PX = { gallery: 54, profile: 31 };

/**
 * `gallery`: works of many artists under the featured work. `mixed`: without a
 * featured work. `profile`: works of one artist.
 */
export type GridKind = "gallery" | "mixed" | "profile";

/** The kind of a grid, from its attribute. */
export function kindOf(value: string | undefined): GridKind {
  return value === "gallery" || value === "profile" ? value : "mixed";
}

/** The grid that fits a window. */
export function gridFor(windowWidth: number, kind: GridKind): Grid {
  const shape = kind === "profile" ? "profile" : "gallery";
  const step = STEPS.find(({ fromPx }) => windowWidth >= fromPx) ?? NARROWEST;
  return {
    width: Math.min(windowWidth - 2 * step.margin, GRID_MAX_PX),
    columns: step.columns[shape],
    gutterX: step.gutterX[shape],
    gutterY: step.gutterY,
    captionHeight: CAPTION_PX[shape],
    spotlight: kind === "gallery" ? "first" : "none",
  };
}

/**
 * Which works of a grid are rendered, in order.
 *
 * @param focusedPlace - The index of the focused work, or null. It stays rendered
 *   during scrolling, and so do its neighbours, so that Tab works as if the whole
 *   grid were rendered.
 */
export function placedCards(
  places: readonly Place[],
  { from, to }: ViewportRange,
  focusedPlace: number | null,
): number[] {
  const indexes: number[] = [];
  places.forEach(({ y, pictureHeight }, i) => {
    const isNear = y < to && y + pictureHeight > from;
    const isHeld = focusedPlace !== null && Math.abs(i - focusedPlace) <= 1;
    if (isNear || isHeld) indexes.push(i);
  });
  return indexes;
}

/** Where one work hangs, in pixels from the grid's upper left corner. */
export interface Place {
  x: number;
  y: number;
  width: number;
  /** Of the picture alone; the label hangs below it. */
  pictureHeight: number;
}

export interface Grid {
  width: number;
  columns: number;
  gutterX: number;
  gutterY: number;
  /** Height of a label, the gap to its picture included. */
  labelHeight: number;
  /** `first`: the first work spans two columns and has a larger label. */
  spotlight: "first" | "none";
}

/** How much higher the spotlight's label is. */
const SPOTLIGHT_LABEL_EXTRA_PX = 5;
/** Wider than this, a picture is offered two columns. */
const WIDE_RATIO = 2;

/**
 * Hangs works in the shortest column, in their order, each at its own
 * proportion. Pictures that span two columns hang where two neighbours are
 * shortest together.
 */
export function hang(
  works: readonly { width: number; height: number }[],
  grid: Grid,
): { places: Place[]; height: number } {
  const column = (grid.width - grid.gutterX * (grid.columns - 1)) / grid.columns;
  const ends = Array.from({ length: grid.columns }, () => 0);
  const places = works.map((work, i) => {
    const lit = i === 0 && grid.spotlight === "first";
    const isWide = work.width / work.height > WIDE_RATIO;
    const span = Math.min(lit || isWide ? 2 : 1, grid.columns);
    const first = lit ? 0 : shortest(ends, span);
    const width = column * span + grid.gutterX * (span - 1);
    const pictureHeight = Math.round((width * work.height) / work.width);
    const y = endOf(ends, first, span);
    const label = grid.labelHeight + (lit ? SPOTLIGHT_LABEL_EXTRA_PX : 0);
    ends.fill(y + pictureHeight + label + grid.gutterY, first, first + span);
    return { x: first * (column + grid.gutterX), y, width, pictureHeight };
  });
  return { places, height: Math.max(0, Math.max(...ends) - grid.gutterY) };
}

function shortest(ends: readonly number[], span: number): number {
  const starts = ends.slice(0, ends.length - span + 1).map((_, i) => endOf(ends, i, span));
  return starts.indexOf(Math.min(...starts));
}

function endOf(ends: readonly number[], first: number, span: number): number {
  return Math.max(...ends.slice(first, first + span));
}

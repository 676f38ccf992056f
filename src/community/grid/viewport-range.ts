/** A part of a grid, in pixels from its upper edge. */
export interface ViewportRange {
  from: number;
  to: number;
}

/** The stretch moves on in steps: scrolling draws nothing in between. */
const STEP_PX = 400;

/** The whole steps that hold all between two heights of a grid. */
export function rangeBetween(from: number, to: number): ViewportRange {
  return { from: STEP_PX * Math.floor(from / STEP_PX), to: STEP_PX * Math.ceil(to / STEP_PX) };
}

/** A part of a wall, in pixels from its upper edge. */
export interface Stretch {
  from: number;
  to: number;
}

/** The stretch moves on in steps: scrolling draws nothing in between. */
const STEP_PX = 400;

/** The whole steps that hold all between two heights of a wall. */
export function stretchBetween(from: number, to: number): Stretch {
  return { from: STEP_PX * Math.floor(from / STEP_PX), to: STEP_PX * Math.ceil(to / STEP_PX) };
}

/** Stored in the history state of a work that was opened from a grid. */
export const FROM_GRID = { from: "grid" } as const;

/** Whether going back once leads to the grid. */
export function isFromGrid(state: unknown): boolean {
  return typeof state === "object" && state !== null && "from" in state && state.from === "grid";
}

/** Kept in the history beside the address of a work that was opened from a grid. */
export const FROM_GRID = { from: "grid" } as const;

/** Whether the grid is one step back from here. */
export function isFromGrid(state: unknown): boolean {
  return typeof state === "object" && state !== null && "from" in state && state.from === "grid";
}

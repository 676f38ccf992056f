/** Kept in the history beside the address of a work that was opened from a wall. */
export const FROM_WALL = { from: "wall" } as const;

/** Whether the wall is one step back from here. */
export function isFromWall(state: unknown): boolean {
  return typeof state === "object" && state !== null && "from" in state && state.from === "wall";
}

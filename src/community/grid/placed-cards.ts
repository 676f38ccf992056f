import type { Place } from "./layout";
import type { ViewportRange } from "./viewport-range";

/**
 * Which works of a grid are on the page, in their order.
 *
 * @param held - The place of the work that has the focus, or null. It stays wherever its reader
 *   scrolls, and so do its neighbours: Tab goes on from it as if the whole grid were there.
 */
export function placedCards(
  places: readonly Place[],
  { from, to }: ViewportRange,
  held: number | null,
): number[] {
  const hung: number[] = [];
  places.forEach(({ y, pictureHeight }, i) => {
    const isNear = y < to && y + pictureHeight > from;
    const isHeld = held !== null && Math.abs(i - held) <= 1;
    if (isNear || isHeld) hung.push(i);
  });
  return hung;
}

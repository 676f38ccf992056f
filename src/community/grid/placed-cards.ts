import type { Place } from "./layout";
import type { Stretch } from "./viewport-range";

/**
 * Which works of a wall are on the page, in their order.
 *
 * @param held - The place of the work that has the focus, or null. It stays wherever its reader
 *   scrolls, and so do its neighbours: Tab goes on from it as if the whole wall were there.
 */
export function hungPlaces(
  places: readonly Place[],
  { from, to }: Stretch,
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

import { useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { rangeBetween, firstWindow } from "./layout";
import type { ViewportRange } from "./layout";

/** How far above and below the viewport works are rendered. */
const AROUND_PX = 1200;

/** The range of a grid to render: the viewport, then its surroundings. */
export function useViewportRange(grid: RefObject<HTMLElement | null>): ViewportRange {
  const read = () => {
    const top = scrolledBy(grid.current);
    const around = grid.current ? AROUND_PX : 0;
    return rangeBetween(top - around, top + window.innerHeight + around);
  };
  const readFirst = () => rangeBetween(0, firstWindow().height);
  const from = useSyncExternalStore(
    subscribe,
    () => read().from,
    () => readFirst().from,
  );
  const to = useSyncExternalStore(
    subscribe,
    () => read().to,
    () => readFirst().to,
  );
  return { from, to };
}

/** How much of the grid is above the viewport. */
function scrolledBy(grid: HTMLElement | null): number {
  return grid ? -grid.getBoundingClientRect().top : window.scrollY;
}

function subscribe(onChange: () => void) {
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}

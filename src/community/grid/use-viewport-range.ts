import { useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { rangeBetween, firstWindow } from "./layout";
import type { ViewportRange } from "./layout";

/** So far above and below what is in sight, works hang already. */
const AROUND_PX = 1200;

/** The part of a grid that has to hang now: what is in sight, and around it once that is drawn. */
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

/** How much of a grid is above the window. */
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

import { useSyncExternalStore } from "react";
import type { RefObject } from "react";

/** A part of a wall, in pixels from its upper edge. */
export interface Stretch {
  from: number;
  to: number;
}

/** So far above and below what is in sight, works hang already. */
const AROUND_PX = 1200;
/** The stretch moves on in steps: scrolling draws nothing in between. */
const STEP_PX = 400;

/** The part of a wall that has to hang now: what is in sight, and around it once that is drawn. */
export function useStretch(wall: RefObject<HTMLElement | null>): Stretch {
  const around = () => (wall.current ? AROUND_PX : 0);
  const from = useSyncExternalStore(subscribe, () => {
    return STEP_PX * Math.floor((scrolledBy(wall.current) - around()) / STEP_PX);
  });
  const to = useSyncExternalStore(subscribe, () => {
    const lowerEdge = scrolledBy(wall.current) + window.innerHeight;
    return STEP_PX * Math.ceil((lowerEdge + around()) / STEP_PX);
  });
  return { from, to };
}

/** How much of a wall is above the window. */
function scrolledBy(wall: HTMLElement | null): number {
  return wall ? -wall.getBoundingClientRect().top : window.scrollY;
}

function subscribe(onChange: () => void) {
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}

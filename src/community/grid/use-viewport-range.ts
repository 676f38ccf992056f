import { useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { firstWindow } from "./first-window";
import { stretchBetween } from "./viewport-range";
import type { Stretch } from "./viewport-range";

/** So far above and below what is in sight, works hang already. */
const AROUND_PX = 1200;

/** The part of a wall that has to hang now: what is in sight, and around it once that is drawn. */
export function useStretch(wall: RefObject<HTMLElement | null>): Stretch {
  const read = () => {
    const top = scrolledBy(wall.current);
    const around = wall.current ? AROUND_PX : 0;
    return stretchBetween(top - around, top + window.innerHeight + around);
  };
  const readFirst = () => stretchBetween(0, firstWindow().height);
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

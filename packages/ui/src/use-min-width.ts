import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is at least `px` wide, for what CSS alone cannot place. */
export function useMinWidth(px: number): boolean {
  return useSyncExternalStore(
    subscribeToResize,
    useCallback(() => window.innerWidth >= px, [px]),
    // Narrow, where a server draws the page and does not know.
    () => false,
  );
}

function subscribeToResize(onChange: () => void) {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is at least `px` wide, for layouts that CSS alone cannot do. */
export function useMinWidth(px: number): boolean {
  return useSyncExternalStore(
    subscribeToResize,
    useCallback(() => window.innerWidth >= px, [px]),
    // Narrow on a server, which does not know the width.
    () => false,
  );
}

function subscribeToResize(onChange: () => void) {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

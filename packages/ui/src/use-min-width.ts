import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

/** The window width that a server rendered for, in pixels. */
export const RenderedWidth = createContext(0);

/** Whether the window is at least `px` wide, for layouts that CSS alone cannot do. */
export function useMinWidth(px: number): boolean {
  const renderedPx = useContext(RenderedWidth);
  return useSyncExternalStore(
    subscribeToResize,
    useCallback(() => window.innerWidth >= px, [px]),
    () => renderedPx >= px,
  );
}

function subscribeToResize(onChange: () => void) {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

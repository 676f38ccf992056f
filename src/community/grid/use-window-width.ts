import { useSyncExternalStore } from "react";
import { firstWindow, readWidth } from "./first-window";

/** The width that a page has to itself, scroll bar excluded. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, readWidth, () => firstWindow().width);
}

/** A scroll bar that appears narrows the page without resizing the window. */
function subscribe(onChange: () => void) {
  const observer = new ResizeObserver(onChange);
  observer.observe(document.documentElement);
  window.addEventListener("resize", onChange);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", onChange);
  };
}

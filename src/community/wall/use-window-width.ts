import { useSyncExternalStore } from "react";

/** The width that a page has to itself, scroll bar excluded. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, readWidth);
}

function readWidth() {
  const { clientWidth } = document.documentElement;
  return clientWidth > 0 ? clientWidth : window.innerWidth;
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

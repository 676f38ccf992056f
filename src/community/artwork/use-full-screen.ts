import { useEffect, useSyncExternalStore } from "react";

let isFull = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  isFull = next;
  for (const listener of listeners) listener();
}

/** Fills the window, and the screen if the browser can. */
function enter() {
  set(true);
  // Refused, or missing as on iPhones: the picture still fills the window.
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => null);
}

function leave() {
  set(false);
  if (document.fullscreenElement) void document.exitFullscreen();
}

/** The user left full screen through the browser, with Escape. */
function follow() {
  if (document.fullscreenElement === null) set(false);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  document.addEventListener("fullscreenchange", follow);
  return () => {
    listeners.delete(listener);
    document.removeEventListener("fullscreenchange", follow);
  };
}

/**
 * Whether works fill the screen. The state continues from work to work, and ends with the viewer.
 */
export function useFullScreen() {
  const full = useSyncExternalStore(
    subscribe,
    () => isFull,
    () => false,
  );
  useEffect(
    () => () => {
      if (isFull && !new URL(document.URL).pathname.startsWith("/a/")) leave();
    },
    [],
  );
  return { isFull: full, leave, toggle: () => (isFull ? leave() : enter()) };
}

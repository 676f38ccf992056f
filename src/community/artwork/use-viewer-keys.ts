import { useEffect, useRef } from "react";
import { isForPage } from "../../../packages/ui/src/page-keys";

interface ViewerKeys {
  close: () => void;
  /** Null at an end of the grid. */
  newer: (() => void) | null;
  older: (() => void) | null;
  like: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  fullScreen: () => void;
}

const KEYS: Record<string, keyof ViewerKeys> = {
  Escape: "close",
  ArrowLeft: "newer",
  k: "newer",
  ArrowRight: "older",
  j: "older",
  l: "like",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "fit",
  f: "fullScreen",
};

/** Where arrow keys pan a picture that is larger than its frame. */
const PANS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
};

/**
 * Keys that act only once while held down, so that a like is not undone, and the viewer does not
 * close.
 */
const ONCE: readonly (keyof ViewerKeys)[] = ["close", "like", "fullScreen"];

/** The viewer's keyboard shortcuts. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, repeat } = event;
      const action = KEYS[key] ?? KEYS[key.toLowerCase()];
      if (!isForPage(event) || pans(event) || action === undefined) return;
      if (repeat && ONCE.includes(action)) return;
      latest.current[action]?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Whether an arrow key panned an enlarged picture. If it has the focus, the browser pans it. */
function pans(event: KeyboardEvent): boolean {
  const frame = document.querySelector("[data-pans]");
  const by = PANS[event.key];
  if (!frame || !by) return false;
  if (event.target !== frame) {
    event.preventDefault();
    frame.scrollBy(...by);
  }
  return true;
}

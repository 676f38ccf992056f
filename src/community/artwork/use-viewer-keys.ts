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
};

/** Keys that act once while held down: a like is not undone, and the viewer is not closed. */
const ONCE: readonly (keyof ViewerKeys)[] = ["close", "like"];

/** The viewer's keyboard shortcuts. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, repeat } = event;
      const action = KEYS[key] ?? KEYS[key.toLowerCase()];
      if (action === undefined || !isForPage(event) || pans(target, key)) return;
      if (repeat && ONCE.includes(action)) return;
      latest.current[action]?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The arrows pan a picture that is larger than the screen. */
function pans(target: EventTarget | null, key: string): boolean {
  return target instanceof Element && key.startsWith("Arrow") && target.matches("[data-pans]");
}

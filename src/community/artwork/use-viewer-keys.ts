import { useEffect, useRef } from "react";
import { isForPage } from "../../../packages/ui/src/page-keys";

interface ViewerKeys {
  close: () => void;
  /** Null at an end of the background. */
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

/** What a key that is held down does once: a like is not taken back, nor the background left behind. */
const ONCE: readonly (keyof ViewerKeys)[] = ["close", "like"];

/** Works the viewer by keyboard. */
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

/** A picture that is larger than the background is panned by the arrows. */
function pans(target: EventTarget | null, key: string): boolean {
  return target instanceof Element && key.startsWith("Arrow") && target.matches("[data-pans]");
}

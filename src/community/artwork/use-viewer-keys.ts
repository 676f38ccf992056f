import { useEffect, useRef } from "react";

interface ViewerKeys {
  close: () => void;
  /** Null at an end of the wall. */
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

const DIALOGS = "[role=dialog], [role=alertdialog]";

/** Works the viewer by keyboard. A key that is meant for a field or a player stays theirs. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const action = KEYS[key] ?? KEYS[key.toLowerCase()];
      if (action === undefined || isTheirs(target, key) || event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      latest.current[action]?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** A picture that is larger than the wall is panned by the arrows. */
function isTheirs(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(`input, textarea, select, video, ${DIALOGS}`)) return true;
  return key.startsWith("Arrow") && target.matches("[data-pans]");
}

import { useEffect, useRef } from "react";

interface ViewerKeys {
  close: () => void;
  /** Null at an end of the wall. */
  newer: (() => void) | null;
  older: (() => void) | null;
}

const KEYS: Record<string, keyof ViewerKeys> = {
  Escape: "close",
  ArrowLeft: "newer",
  k: "newer",
  ArrowRight: "older",
  j: "older",
};

/** Walks along the works by keyboard. A key that is meant for a field or a player stays theirs. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isTheirs =
        target instanceof Element && target.closest("input, textarea, video, [role=dialog]");
      const action = KEYS[key];
      if (action === undefined || isTheirs || event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      latest.current[action]?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

import { useCallback, useMemo, useRef, useState } from "react";

/** Runs at most one task at a time. */
export interface Work<Kind extends string> {
  state: Kind | "idle";
  /** False, and nothing starts, while another task is running. */
  begin: (kind: Kind) => boolean;
  end: () => void;
  /** The running task, before `state` has been rendered. */
  now: () => Kind | "idle";
}

/** Blocks a second click in the same tick: state alone would let it through. */
export function useWork<Kind extends string>(): Work<Kind> {
  const current = useRef<Kind | "idle">("idle");
  const [state, setState] = useState<Kind | "idle">("idle");
  const become = useCallback((next: Kind | "idle") => {
    current.current = next;
    setState(next);
  }, []);
  const begin = useCallback(
    (kind: Kind) => {
      if (current.current !== "idle") return false;
      become(kind);
      return true;
    },
    [become],
  );
  return useMemo(
    () => ({ state, begin, end: () => become("idle"), now: () => current.current }),
    [state, begin, become],
  );
}

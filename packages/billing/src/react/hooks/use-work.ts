import { useCallback, useMemo, useRef, useState } from "react";

/** At most one thing at a time. */
export interface Work<Kind extends string> {
  state: Kind | "idle";
  /** False, and nothing begins, while something else is going on. */
  begin: (kind: Kind) => boolean;
  end: () => void;
  /** What is going on at this very moment, ahead of `state`. */
  now: () => Kind | "idle";
}

/** Holds back a second click of the same tick: state alone would let it through. */
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

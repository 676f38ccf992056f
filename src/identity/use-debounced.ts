import { useEffect, useState } from "react";

/** The pause after which typing counts as finished. */
const PAUSE_MS = 400;

/** A value, updated only after it has not changed for a while. */
export function useDebounced<T>(value: T): T {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

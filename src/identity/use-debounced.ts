import { useEffect, useState } from "react";

/** How long typing pauses before it counts as done. */
const PAUSE_MS = 400;

/** A value as it was when it last stood still. */
export function useDebounced<T>(value: T): T {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

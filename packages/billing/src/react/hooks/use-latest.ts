import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * Reads the value of the latest render in code that runs later.
 *
 * @returns A stable function, so that inline values cause no renders.
 */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  // Runs before other effects, so that a new user's request has the new token.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}

import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * Reads what the latest render brought, for what runs after it.
 *
 * @returns Stays the same, so that values written anew into each render cost nothing.
 */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  // Before any effect below asks for something: a new person's request has the new token.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}

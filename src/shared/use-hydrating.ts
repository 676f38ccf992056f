import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * True on the server, and in the browser until the server's page is hydrated. What
 * only the browser knows, such as its time zone, is shown after that.
 */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

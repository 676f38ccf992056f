import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * True on the server, and in the browser until the server-rendered page is hydrated. Values that
 * only the browser knows, such as its time zone, are shown after that.
 */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

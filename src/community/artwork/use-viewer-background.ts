import { useSyncExternalStore } from "react";
import { msg } from "../../language/text";

/** From light to dark. */
export const VIEWER_BACKGROUNDS = [
  msg("White"),
  msg("Grey"),
  msg("Charcoal"),
  msg("Black"),
] as const;

type ViewerBackground = (typeof VIEWER_BACKGROUNDS)[number];

const STORAGE_KEY = "spotlight.viewer-background";
const FIRST: ViewerBackground = "Charcoal";

const listeners = new Set<() => void>();

function setBackground(next: ViewerBackground): void {
  localStorage.setItem(STORAGE_KEY, next);
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The background that the user last chose on this device. */
export function useViewerBackground() {
  const background = useSyncExternalStore(subscribe, readBackground, () => FIRST);
  return { background, setBackground };
}

function readBackground(): ViewerBackground {
  const stored = localStorage.getItem(STORAGE_KEY);
  return VIEWER_BACKGROUNDS.find((background) => background === stored) ?? FIRST;
}

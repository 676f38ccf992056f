import { useState } from "react";
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

/** The background that the user last chose on this device. */
export function useViewerBackground() {
  const [background, setBackground] = useState(readBackground);
  return {
    background,
    setBackground: (next: ViewerBackground) => {
      localStorage.setItem(STORAGE_KEY, next);
      setBackground(next);
    },
  };
}

function readBackground(): ViewerBackground {
  const stored = localStorage.getItem(STORAGE_KEY);
  return VIEWER_BACKGROUNDS.find((background) => background === stored) ?? FIRST;
}

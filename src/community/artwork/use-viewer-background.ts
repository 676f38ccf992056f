import { useState } from "react";

/** From light to dark; a picture looks different on each. */
export const VIEWER_WALLS = ["White", "Grey", "Charcoal", "Black"] as const;

type ViewerWall = (typeof VIEWER_WALLS)[number];

const STORAGE_KEY = "spotlight.viewer-wall";
const FIRST: ViewerWall = "Charcoal";

/** The wall that this reader last chose, on this device. */
export function useViewerWall() {
  const [wall, setWall] = useState(readWall);
  return {
    wall,
    setWall: (next: ViewerWall) => {
      localStorage.setItem(STORAGE_KEY, next);
      setWall(next);
    },
  };
}

function readWall(): ViewerWall {
  const stored = localStorage.getItem(STORAGE_KEY);
  return VIEWER_WALLS.find((wall) => wall === stored) ?? FIRST;
}

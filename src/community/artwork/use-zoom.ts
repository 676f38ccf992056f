import { useState } from "react";

/** The zoom of a picture: fitted to the page, or a number of screen pixels for each of its own. */
const ZOOMS = ["fit", "100", "200"] as const;

export type Zoom = (typeof ZOOMS)[number];

export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const step = (by: 1 | -1) => {
    setZoom((now) => ZOOMS[ZOOMS.indexOf(now) + by] ?? now);
  };
  return {
    zoom,
    zoomIn: () => step(1),
    zoomOut: () => step(-1),
    fit: () => setZoom("fit"),
  };
}

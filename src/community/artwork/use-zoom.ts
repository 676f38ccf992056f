import { useState } from "react";

/** How large a picture hangs: as the background has room, or so many screen pixels for one of its own. */
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

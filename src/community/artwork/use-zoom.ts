import { useState } from "react";

/** Fitted to the page, or the width of each picture pixel in screen pixels. */
export type Zoom = "fit" | number;

const STEPS = [1, 2];
export const LARGEST_ZOOM = 4;

export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const scale = zoom === "fit" ? 0 : zoom;
  return {
    zoom,
    setZoom,
    zoomIn: () => setZoom(STEPS.find((step) => step > scale) ?? zoom),
    zoomOut: () => setZoom(STEPS.findLast((step) => step < scale) ?? "fit"),
    fit: () => setZoom("fit"),
  };
}

import type { CSSProperties } from "react";
import { isMoving } from "./shown-file";
import type { Card } from "./card-data";

type Shown = Pick<Card, "focus" | "mediaType" | "width" | "height">;

const SQUARE = { width: 1, height: 1 };
const PERCENT = 100;

/** The proportion of a work in a grid: a square if its artist chose a crop. */
export function shapeOf(work: Shown): { width: number; height: number } {
  return focusOf(work) ? SQUARE : work;
}

/** How a grid shows the artist's crop; undefined: it shows the whole picture. */
export function cropOf(work: Shown): CSSProperties | undefined {
  const focus = focusOf(work);
  if (!focus) return undefined;
  const { x, y, zoom = 1 } = focus;
  const objectPosition = `${x * PERCENT}% ${y * PERCENT}%`;
  const square = { aspectRatio: "1", objectFit: "cover", objectPosition } as const;
  if (zoom === 1) return square;
  const hidden = (1 - 1 / zoom) * PERCENT;
  const edges = [y, 1 - x, 1 - y, x].map((share) => `${share * hidden}%`);
  return {
    ...square,
    transform: `scale(${zoom})`,
    transformOrigin: objectPosition,
    clipPath: `inset(${edges.join(" ")})`,
  };
}

/** Whether it can be cropped: only a still picture can. */
export function canBeCropped({ mediaType }: Pick<Shown, "mediaType">): boolean {
  return !isMoving(mediaType);
}

function focusOf({ focus, ...file }: Shown) {
  return canBeCropped(file) ? focus : null;
}

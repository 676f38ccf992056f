import type { CSSProperties } from "react";
import { isMoving } from "./shown-file";
import type { Card } from "./card-data";

type Shown = Pick<Card, "focus" | "mediaType" | "width" | "height">;

const SQUARE = { width: 1, height: 1 };
const PERCENT = 100;

/** The proportion of a work in a grid: a square where its artist chose a part of it. */
export function shapeOf(work: Shown): { width: number; height: number } {
  return focusOf(work) ? SQUARE : work;
}

/** How a grid shows the part that its artist chose; undefined: it shows the whole picture. */
export function cropOf(work: Shown): CSSProperties | undefined {
  const focus = focusOf(work);
  if (!focus) return undefined;
  const objectPosition = `${focus.x * PERCENT}% ${focus.y * PERCENT}%`;
  return { aspectRatio: "1", objectFit: "cover", objectPosition };
}

/** Whether a part of it can be chosen: of a still picture that is no square. */
export function canBeCropped({ mediaType, width, height }: Omit<Shown, "focus">): boolean {
  return !isMoving(mediaType) && width !== height;
}

function focusOf({ focus, ...file }: Shown) {
  return canBeCropped(file) ? focus : null;
}

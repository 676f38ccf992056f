import type { Area } from "react-easy-crop";
import { MOST_FOCUS_ZOOM } from "../../../convex/contract/works";
import type { Focus } from "../../../convex/contract/works";

interface Size {
  width: number;
  height: number;
}

const ALL = 100;
const DIGITS = 3;

/** The square crop of a picture, in percent of its width and its height. */
export function areaOf({ x, y, zoom = 1 }: Focus, { width, height }: Size): Area {
  const side = (ALL * Math.min(width, height)) / zoom;
  const share = { width: side / width, height: side / height };
  return { ...share, x: x * (ALL - share.width), y: y * (ALL - share.height) };
}

/** The same area in stored form. */
export function focusOf({ x, y, width, height }: Area): Focus {
  const zoom = Math.min(MOST_FOCUS_ZOOM, rounded(ALL / Math.max(width, height)));
  const place = { x: placeOf(x, ALL - width), y: placeOf(y, ALL - height) };
  return zoom > 1 ? { ...place, zoom } : place;
}

/** The position of an area within its range of movement, from 0 to 1. */
function placeOf(at: number, room: number): number {
  return rounded(room) > 0 ? Math.min(1, Math.max(0, rounded(at / room))) : 0.5;
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}

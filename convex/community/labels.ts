import type { Failure } from "../contract/errors";
import { refusals } from "./refuse";

const TITLE_MAX_LENGTH = 120;
const ALT_MAX_LENGTH = 1000;

/** What an artist wrote under a work, if it can't hang like that; else null. */
export function refuseLabel({ title, alt }: { title: string; alt: string }): Failure | null {
  if (title.trim() === "" || title.length > TITLE_MAX_LENGTH) return refusals.badTitle();
  return alt.length > ALT_MAX_LENGTH ? refusals.badAlt() : null;
}

/** Whether these can be a picture's width and height. */
export function isMeasure({ width, height }: { width: number; height: number }): boolean {
  return [width, height].every((pixels) => Number.isInteger(pixels) && pixels > 0);
}

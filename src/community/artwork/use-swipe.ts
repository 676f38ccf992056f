import { useRef } from "react";
import type { PointerEvent } from "react";

/** A shorter or steeper movement is no swipe. */
const SHORTEST_PX = 48;

/**
 * Turns to the previous or next picture when a finger moves sideways. Two fingers are a pinch.
 *
 * @param enabled - False while the picture is enlarged, because then the finger pans it.
 */
export function useSwipe(
  enabled: boolean,
  previous: (() => void) | null,
  next: (() => void) | null,
) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      const begins = enabled && pointerType === "touch" && isPrimary;
      start.current = begins ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ isPrimary, clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from || !isPrimary) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (Math.abs(x) < SHORTEST_PX || Math.abs(x) < 2 * Math.abs(y)) return;
      (x > 0 ? previous : next)?.();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

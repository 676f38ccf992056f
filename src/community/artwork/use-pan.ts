import { useRef } from "react";
import type { PointerEvent } from "react";

/** Pans a zoomed picture with the mouse; touch devices scroll natively. */
export function usePan() {
  const last = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== "mouse") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      if (last.current === null) return;
      currentTarget.scrollBy(last.current.x - x, last.current.y - y);
      last.current = { x, y };
    },
    onPointerUp: () => {
      last.current = null;
    },
  };
}

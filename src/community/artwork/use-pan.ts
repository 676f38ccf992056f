import { useRef } from "react";
import type { DragEvent, PointerEvent } from "react";

/** Pans a zoomed picture with the mouse; touch devices scroll natively. */
export function usePan() {
  const last = useRef<{ x: number; y: number } | null>(null);
  const end = () => {
    last.current = null;
  };
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
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
    // Prevents Firefox from dragging a copy of the picture, after which no pointer event would end
    // the pan.
    onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
  };
}

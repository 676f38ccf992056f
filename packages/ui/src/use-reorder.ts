import { useState } from "react";
import type { PointerEvent } from "react";

/** Half of a row, but at most this much, because the middle of a tall row may be off the screen. */
const WELL_INTO_PX = 64;

/** The dragged row, and its new position. */
interface Drag {
  id: string;
  to: number;
}

export interface Reorder {
  ids: readonly string[];
  /** Moves one row to a position, by a button or a drop. */
  move: (id: string, to: number) => void;
  /** The ref of a row. */
  rowOf: (id: string) => { "data-drag"?: "lifted" | "before" | "after" | undefined };
  /** The props of the drag handle: for mouse, pen and touch. The keyboard has buttons. */
  gripOf: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onLostPointerCapture: () => void;
  };
}

/** The order of a list whose rows can be dragged. */
export function useReorder(ids: readonly string[], move: Reorder["move"]): Reorder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const from = drag ? ids.indexOf(drag.id) : -1;

  function rowOf(id: string) {
    if (!drag || from < 0) return {};
    if (id === drag.id) return { "data-drag": "lifted" } as const;
    if (drag.to === from || ids[drag.to] !== id) return {};
    return { "data-drag": drag.to < from ? "before" : "after" } as const;
  }

  const gripOf = (id: string) => ({
    onPointerDown: ({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      setDrag({ id, to: ids.indexOf(id) });
    },
    onPointerMove: ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const rows = rowsAround(currentTarget);
      const to = placeAt(rows, from, clientY);
      if (to === drag.to) return;
      setDrag({ id, to });
      rows[to]?.scrollIntoView({ block: "nearest" });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && from >= 0 && drag.to !== from) move(id, drag.to);
    },
    onLostPointerCapture: () => setDrag(null),
  });

  return { ids, move, rowOf, gripOf };
}

function rowsAround(grip: HTMLElement): Element[] {
  return [...(grip.closest("li")?.parentElement?.children ?? [])];
}

/**
 * The position of the dragged row: after all rows that the pointer has passed or
 * clearly entered.
 */
function placeAt(rows: readonly Element[], from: number, y: number): number {
  return rows.filter((row, at) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    const depth = Math.min(height / 2, WELL_INTO_PX);
    return at !== from && y > (at > from ? top + depth : bottom - depth);
  }).length;
}

import { useState } from "react";
import type { PointerEvent } from "react";

/** Half of a row, but no more of a tall one, whose middle may be off the screen. */
const WELL_INTO_PX = 64;

/** What is dragged, and the place that it would come to. */
interface Drag {
  id: string;
  to: number;
}

export interface Reorder {
  ids: readonly string[];
  /** Puts one at a place, as a button says it or a drop. */
  move: (id: string, to: number) => void;
  /** Goes onto the row of one. */
  rowOf: (id: string) => { "data-drag"?: "lifted" | "before" | "after" | undefined };
  /** Goes onto what one is dragged by: with mouse, pen or finger. Keys have buttons. */
  gripOf: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onLostPointerCapture: () => void;
  };
}

/** The order of a list's rows, in which each can be dragged. */
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

/** The place of what is dragged: behind all others that the pointer has passed, or is well into. */
function placeAt(rows: readonly Element[], from: number, y: number): number {
  return rows.filter((row, at) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    const depth = Math.min(height / 2, WELL_INTO_PX);
    return at !== from && y > (at > from ? top + depth : bottom - depth);
  }).length;
}

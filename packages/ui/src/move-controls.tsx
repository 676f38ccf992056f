import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { Button } from "./button";
import type { Reorder } from "./use-reorder";
import "./move-controls.css";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface MoveControlsProps {
  id: string;
  /** What the buttons do, with the item's name: "Move Tide Table up". */
  labels: Readonly<Record<"up" | "down", string>>;
  reorder: Reorder;
  /** A move is running. Default no. */
  busy?: boolean;
}

/** Buttons that move a row of a list. Renders nothing for a single row. */
export function MoveControls({ id, labels, reorder, busy = false }: MoveControlsProps) {
  const { ids, move, gripOf } = reorder;
  if (ids.length < 2) return null;
  const at = ids.indexOf(id);
  const looks = { look: "text", size: "small", shape: "round", busy } as const;
  return (
    <>
      <span className="billing-grip" aria-hidden {...(!busy && gripOf(id))}>
        <GripVertical {...ICON} />
      </span>
      <Button
        {...looks}
        aria-label={labels.up}
        aria-disabled={at === 0}
        onClick={() => move(id, at - 1)}
      >
        <ArrowUp {...ICON} />
      </Button>
      <Button
        {...looks}
        aria-label={labels.down}
        aria-disabled={at === ids.length - 1}
        onClick={() => move(id, at + 1)}
      >
        <ArrowDown {...ICON} />
      </Button>
    </>
  );
}

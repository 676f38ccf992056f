import { Button } from "./button";
import { Icon } from "./icon";
import { ARROW_DOWN, ARROW_UP, GRIP } from "./icon-shapes";
import type { Reorder } from "./use-reorder";
import "./move-controls.css";

interface MoveControlsProps {
  id: string;
  /** The label of the buttons, with the item's name: "Move Tide Table up". */
  labels: Readonly<Record<"up" | "down", string>>;
  reorder: Reorder;
  /** Whether a move is running. Default false. */
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
        <Icon shape={GRIP} />
      </span>
      <Button
        {...looks}
        aria-label={labels.up}
        aria-disabled={at === 0}
        onClick={() => move(id, at - 1)}
      >
        <Icon shape={ARROW_UP} />
      </Button>
      <Button
        {...looks}
        aria-label={labels.down}
        aria-disabled={at === ids.length - 1}
        onClick={() => move(id, at + 1)}
      >
        <Icon shape={ARROW_DOWN} />
      </Button>
    </>
  );
}

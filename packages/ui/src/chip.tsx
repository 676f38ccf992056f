import type { ReactNode } from "react";
import "./chip.css";

export interface ChipProps {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      className="billing-chip"
      data-slot="chip"
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
    >
      {children}
    </button>
  );
}

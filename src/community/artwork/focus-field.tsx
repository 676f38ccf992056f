import { t } from "../../language/text";
import { useId } from "react";
import type { Focus } from "../../../convex/contract/works";
import type { Card } from "../grid/card-data";
import { stillOf } from "../grid/shown-file";
import { canBeCropped, cropOf } from "../grid/shown-part";
import { Tick } from "../work-form/fields";
import "./focus-field.css";

const MIDDLE: Focus = { x: 0.5, y: 0.5 };
const PERCENT = 100;

interface FocusFieldProps {
  artwork: Card;
  /** Null: grids show the whole picture. */
  focus: Focus | null;
  onChange: (focus: Focus | null) => void;
}

/** Chooses the square part of a picture that grids show, by pointer or arrow keys. */
export function FocusField({ artwork, focus, onChange }: FocusFieldProps) {
  const id = useId();
  const still = stillOf(artwork);
  if (!canBeCropped(artwork) || still === null) return null;
  const axis = artwork.width > artwork.height ? "x" : "y";
  return (
    <div className="focus-field">
      <Tick
        label={t("Show only a square part of it in grids")}
        checked={focus !== null}
        onChange={(isPart) => onChange(isPart ? MIDDLE : null)}
      />
      {focus && (
        <div className="focus-part">
          <img src={still} alt="" style={cropOf({ ...artwork, focus })} />
          <label htmlFor={id}>
            {axis === "x" ? t("From left to right") : t("From top to bottom")}
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={PERCENT}
            value={Math.round(focus[axis] * PERCENT)}
            onChange={({ target }) =>
              onChange({ ...MIDDLE, [axis]: Number(target.value) / PERCENT })
            }
          />
        </div>
      )}
    </div>
  );
}

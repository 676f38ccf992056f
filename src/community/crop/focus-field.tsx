import { t } from "../../language/text";
import { Suspense, lazy } from "react";
import { MOST_FOCUS_ZOOM } from "../../../convex/contract/works";
import type { Focus } from "../../../convex/contract/works";
import type { Card } from "../grid/card-data";
import { canBeCropped } from "../grid/shown-part";
import { Tick } from "../work-form/fields";
import { areaOf, focusOf } from "./focus-area";
import "./focus-field.css";

const CropFrame = lazy(async () => ({ default: (await import("./crop-frame")).CropFrame }));

const MIDDLE: Focus = { x: 0.5, y: 0.5 };

interface FocusFieldProps extends Pick<Card, "mediaType" | "width" | "height"> {
  /** The URL of the picture; null if this browser can't show it. */
  url: string | null;
  /** Null: grids show the whole picture. */
  focus: Focus | null;
  onChange: (focus: Focus | null) => void;
}

/** Chooses the square crop of a picture for grids. */
export function FocusField({ url, focus, onChange, ...picture }: FocusFieldProps) {
  if (!canBeCropped(picture) || url === null) return null;
  return (
    <div className="focus-field">
      <Tick
        label={t("Show only a square part of it in grids")}
        checked={focus !== null}
        onChange={(isPart) => onChange(isPart ? MIDDLE : null)}
      />
      {focus && (
        <div className="focus-part">
          <Suspense>
            <CropFrame
              key={url}
              url={url}
              aspect={1}
              cropShape="rect"
              mostZoom={MOST_FOCUS_ZOOM}
              first={areaOf(focus, picture)}
              onChange={(share) => onChange(focusOf(share))}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

import { t } from "../../language/text";
import type { CSSProperties } from "react";
import { Button } from "../../../packages/ui/src/button";
import type { Card } from "../grid/card-data";
import { Picture } from "../grid/picture";
import { usePan } from "./use-pan";
import type { Zoom } from "./use-zoom";
import "./canvas.css";

interface CanvasProps {
  artwork: Card;
  zoom: Zoom;
  /** Whether an animation plays; otherwise it is paused. */
  playing: boolean;
  /** Blurred until the viewer reveals it. */
  covered: boolean;
  onReveal: () => void;
}

/** The opened picture: fitted to the page, or zoomed and panned. */
export function Canvas({ artwork, zoom, playing, covered, onReveal }: CanvasProps) {
  const pan = usePan();
  const isLarge = zoom !== "fit" && !covered;
  const frame = isLarge
    ? { ...pan, role: "group", tabIndex: 0, "aria-label": t("Enlarged picture"), "data-pans": "" }
    : {};
  const scale = { "--zoom": isLarge ? zoom : 1 } as CSSProperties;
  return (
    <div
      className="viewer-canvas"
      // React's style type has no custom properties.
      style={scale}
      data-state={covered ? "covered" : "shown"}
      {...frame}
    >
      <Picture artwork={artwork} look="open" urgency="first" playing={playing} />
      {covered && (
        <Button
          look="primary"
          aria-label={t("Show {title}, which is sensitive", { title: artwork.title })}
          onClick={onReveal}
        >
          {t("Sensitive. Show")}
        </Button>
      )}
    </div>
  );
}

import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { VIEWER_WALLS } from "./use-viewer-background";
import type { useViewerWall } from "./use-viewer-background";
import type { useZoom } from "./use-zoom";
import "./viewer-tools.css";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

const SIZES = { fit: "Fit", "100": "100%", "200": "200%" } as const;

type WallToolsProps = ReturnType<typeof useZoom> & {
  wall: ReturnType<typeof useViewerWall>["wall"];
  onWall: ReturnType<typeof useViewerWall>["setWall"];
};

/** What a picture hangs on, and how large. */
export function WallTools({ wall, onWall, zoom, zoomIn, zoomOut, fit }: WallToolsProps) {
  return (
    <div className="viewer-tools">
      <div className="viewer-walls" role="group" aria-label="Wall">
        {VIEWER_WALLS.map((shade) => (
          <button
            key={shade}
            type="button"
            data-wall={shade}
            aria-label={`${shade} wall`}
            aria-pressed={shade === wall}
            onClick={() => onWall(shade)}
          />
        ))}
      </div>
      <div className="viewer-zoom" role="group" aria-label="Size">
        <button type="button" aria-label="Smaller" aria-disabled={zoom === "fit"} onClick={zoomOut}>
          <ZoomOut {...ICON} />
        </button>
        <span role="status">{SIZES[zoom]}</span>
        <button type="button" aria-label="Larger" aria-disabled={zoom === "200"} onClick={zoomIn}>
          <ZoomIn {...ICON} />
        </button>
        <button
          type="button"
          aria-label="Fit to the wall"
          aria-disabled={zoom === "fit"}
          onClick={fit}
        >
          <Maximize {...ICON} />
        </button>
      </div>
    </div>
  );
}

import { t } from "../../language/text";
import { Maximize, Minimize, Shrink, ZoomIn, ZoomOut } from "lucide-react";
import { VIEWER_BACKGROUNDS } from "./use-viewer-background";
import type { useViewerBackground } from "./use-viewer-background";
import type { useZoom } from "./use-zoom";
import "./viewer-tools.css";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

type ViewerToolsProps = Omit<ReturnType<typeof useZoom>, "setZoom"> & {
  background: ReturnType<typeof useViewerBackground>["background"];
  onBackground: ReturnType<typeof useViewerBackground>["setBackground"];
  isFull: boolean;
  onFullScreen: () => void;
};

/** The controls for background, zoom and full screen. */
export function ViewerTools({
  background,
  onBackground,
  zoom,
  zoomIn,
  zoomOut,
  fit,
  isFull,
  onFullScreen,
}: ViewerToolsProps) {
  return (
    <div className="viewer-tools">
      <div className="viewer-backgrounds" role="group" aria-label={t("Background")}>
        {VIEWER_BACKGROUNDS.map((shade) => (
          <button
            key={shade}
            type="button"
            data-background={shade}
            aria-label={t("{shade} background", { shade: t(shade) })}
            aria-pressed={shade === background}
            onClick={() => onBackground(shade)}
          />
        ))}
      </div>
      <div className="viewer-zoom" role="group" aria-label={t("Size")}>
        <button
          type="button"
          aria-label={t("Smaller")}
          aria-disabled={zoom === "fit"}
          onClick={zoomOut}
        >
          <ZoomOut {...ICON} />
        </button>
        <span role="status">{zoom === "fit" ? t("Fit") : `${Math.round(100 * zoom)}%`}</span>
        <button
          type="button"
          aria-label={t("Larger")}
          aria-disabled={zoom !== "fit" && zoom >= 2}
          onClick={zoomIn}
        >
          <ZoomIn {...ICON} />
        </button>
        <button
          type="button"
          aria-label={t("Fit to the screen")}
          aria-disabled={zoom === "fit"}
          className="viewer-fit"
          onClick={fit}
        >
          <Shrink {...ICON} />
        </button>
        <button
          type="button"
          aria-label={t("Full screen")}
          aria-keyshortcuts="F"
          aria-pressed={isFull}
          onClick={onFullScreen}
        >
          {isFull ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
        </button>
      </div>
    </div>
  );
}

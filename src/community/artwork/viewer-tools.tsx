import { msg, t } from "../../language/text";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { VIEWER_BACKGROUNDS } from "./use-viewer-background";
import type { useViewerBackground } from "./use-viewer-background";
import type { useZoom } from "./use-zoom";
import "./viewer-tools.css";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

const SIZES = { fit: msg("Fit"), "100": "100%", "200": "200%" } as const;

type ViewerToolsProps = ReturnType<typeof useZoom> & {
  background: ReturnType<typeof useViewerBackground>["background"];
  onBackground: ReturnType<typeof useViewerBackground>["setBackground"];
};

/** The controls for background and zoom. */
export function ViewerTools({
  background,
  onBackground,
  zoom,
  zoomIn,
  zoomOut,
  fit,
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
        <span role="status">{t(SIZES[zoom])}</span>
        <button
          type="button"
          aria-label={t("Larger")}
          aria-disabled={zoom === "200"}
          onClick={zoomIn}
        >
          <ZoomIn {...ICON} />
        </button>
        <button
          type="button"
          aria-label={t("Fit to the screen")}
          aria-disabled={zoom === "fit"}
          onClick={fit}
        >
          <Maximize {...ICON} />
        </button>
      </div>
    </div>
  );
}

import { t } from "../../language/text";
import { useId, useState } from "react";
import Cropper from "react-easy-crop";
import type { Area } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import "./crop-frame.css";

const KEY_STEP = 8;
const ZOOM_STEP = 0.05;
const ZOOM_KEYS = new Map([
  ["+", 2 * ZOOM_STEP],
  ["=", 2 * ZOOM_STEP],
  ["-", -2 * ZOOM_STEP],
]);

export interface CropFrameProps {
  /** The URL of the picture. */
  url: string;
  /** The proportion and outline of the crop. */
  aspect: number;
  cropShape: "round" | "rect";
  mostZoom: number;
  /** The current crop, in percent of the picture. Default: the middle. */
  first?: Area;
  /** The new crop, in percent of the picture and in its pixels. */
  onChange: (share: Area, pixels: Area) => void;
}

/** Crops a picture: by dragging, pinching, arrow keys, + and -, and a slider. */
export function CropFrame({ url, mostZoom, first, onChange, ...frame }: CropFrameProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [shownFirst] = useState(first);
  const sliderId = useId();

  /** The point in the middle stays in place. */
  function zoomTo(wanted: number) {
    const next = Math.min(mostZoom, Math.max(1, wanted));
    setCrop({ x: (crop.x * next) / zoom, y: (crop.y * next) / zoom });
    setZoom(next);
  }

  return (
    <>
      <div
        className="crop-frame"
        role="presentation"
        onKeyDown={({ key }) => zoomTo(zoom + (ZOOM_KEYS.get(key) ?? 0))}
      >
        <Cropper
          {...frame}
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={mostZoom}
          keyboardStep={KEY_STEP}
          showGrid={false}
          disableAutomaticStylesInjection
          mediaProps={{ alt: "" }}
          cropperProps={{
            role: "group",
            "aria-label": t(
              "The part that is shown. Arrow keys move the picture, plus and minus change its size.",
            ),
          }}
          {...(shownFirst && { initialCroppedAreaPercentages: shownFirst })}
          // A wheel scrolls the page; a trackpad's pinch zooms.
          onWheelRequest={({ ctrlKey }) => ctrlKey}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={onChange}
        />
      </div>
      <label className="crop-zoom" htmlFor={sliderId}>
        {t("Larger")}
        <input
          id={sliderId}
          type="range"
          min={1}
          max={mostZoom}
          step={ZOOM_STEP}
          value={zoom}
          onChange={({ target }) => zoomTo(Number(target.value))}
        />
      </label>
    </>
  );
}

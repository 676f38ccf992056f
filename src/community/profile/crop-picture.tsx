import { t } from "../../language/text";
import { useId, useState } from "react";
import Cropper from "react-easy-crop";
import type { Area } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "../../../packages/ui/src/button";
import { cutOut } from "../upload/media/paint";
import type { ProfileImageKind } from "./use-profile-image";

/** The part's proportion, its outline, and how wide its file is at most, in pixels. */
const FRAMES = {
  avatar: { aspect: 1, cropShape: "round", widest: 512 },
  cover: { aspect: 3, cropShape: "rect", widest: 2400 },
} as const;
const MOST_ZOOM = 4;

/** A picture, and its address while it is shown. */
export interface ToCrop {
  file: Blob;
  url: string;
}

interface CropPictureProps {
  kind: ProfileImageKind;
  picture: ToCrop;
  /** The chosen part as a file; the whole picture, if this browser can't cut it out. */
  onChosen: (part: Blob) => void;
  onCancel: () => void;
}

/** Chooses the part of a picture that is shown: by dragging, pinching, arrow keys and a slider. */
export function CropPicture({ kind, picture, onChosen, onCancel }: CropPictureProps) {
  const { widest, ...frame } = FRAMES[kind];
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Area | null>(null);
  const sliderId = useId();

  async function choose() {
    const cut = part && (await cutOut(picture.file, part, widest).catch(() => null));
    onChosen(cut ?? picture.file);
  }

  return (
    <div className="crop-picture">
      <div className="crop-picture-frame">
        <Cropper
          {...frame}
          image={picture.url}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          showGrid={false}
          disableAutomaticStylesInjection
          mediaProps={{ alt: "" }}
          cropperProps={{
            role: "group",
            "aria-label": t("The part that is shown. Arrow keys move the picture."),
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setPart(pixels)}
        />
      </div>
      <label className="crop-picture-zoom" htmlFor={sliderId}>
        {t("Larger")}
        <input
          id={sliderId}
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className="profile-image-buttons">
        <Button size="small" look="primary" onClick={() => void choose()}>
          {t("Use this part")}
        </Button>
        <Button size="small" look="text" onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
    </div>
  );
}

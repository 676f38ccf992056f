import { t } from "../../language/text";
import { useState } from "react";
import type { Area } from "react-easy-crop";
import { Button } from "../../../packages/ui/src/button";
import { CropFrame } from "../crop/crop-frame";
import { cutOut } from "../upload/media/paint";
import type { ProfileImageKind } from "./use-profile-image";

/** The crop's proportion, its outline, and the maximum width of its file in pixels. */
const FRAMES = {
  avatar: { aspect: 1, cropShape: "round", widest: 512 },
  cover: { aspect: 3, cropShape: "rect", widest: 2400 },
} as const;
const MOST_ZOOM = 4;

/** A picture, and its object URL while it is shown. */
export interface ToCrop {
  file: Blob;
  url: string;
}

interface CropPictureProps {
  kind: ProfileImageKind;
  picture: ToCrop;
  /** The crop as a file; the whole picture if this browser can't cut it out. */
  onChosen: (part: Blob) => void;
  onCancel: () => void;
}

/** Chooses the crop of a profile image, and cuts it out. */
export function CropPicture({ kind, picture, onChosen, onCancel }: CropPictureProps) {
  const { widest, ...frame } = FRAMES[kind];
  const [part, setPart] = useState<Area | null>(null);

  async function choose() {
    const cut = part && (await cutOut(picture.file, part, widest).catch(() => null));
    onChosen(cut ?? picture.file);
  }

  return (
    <div className="crop-picture">
      <CropFrame
        {...frame}
        url={picture.url}
        mostZoom={MOST_ZOOM}
        onChange={(_share, pixels) => setPart(pixels)}
      />
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

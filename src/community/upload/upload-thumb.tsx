import { formatOf } from "../file-copy";
import type { UploadItem } from "./upload-item";

/** A file's picture, uncropped; its format if the browser can't show it. */
export function UploadThumb({ media }: Pick<UploadItem, "media">) {
  return (
    <div className="upload-thumb">
      {media?.thumbnailUrl ? (
        <img src={media.thumbnailUrl} alt="" />
      ) : (
        media && <span>{formatOf(media.type)}</span>
      )}
    </div>
  );
}

import { LEADING_BYTES, inspectMedia, isVideo } from "../../../convex/contract/media";
import type { Result } from "../../../convex/contract/errors";
import type { ReadMedia } from "./upload-queue";

/** What a video measures that this browser can't play. */
const UNKNOWN_VIDEO = { width: 16, height: 9 };

/** Judges a file by its bytes, before any is sent, and makes what stands for it on its card. */
export async function readFile(file: File): Promise<Result<ReadMedia>> {
  const leading = new Uint8Array(await file.slice(0, LEADING_BYTES).arrayBuffer());
  const { data, error } = inspectMedia(leading, file.size);
  if (error) return { data: null, error };
  const url = URL.createObjectURL(file);
  const shown = isVideo(data.type) ? await measureVideo(url) : await measureImage(url);
  if (shown === null) URL.revokeObjectURL(url);
  const size = data.pixels ?? shown ?? UNKNOWN_VIDEO;
  const { width, height } = size;
  const media = { type: data.type, width, height, thumbnailUrl: shown && url };
  return { data: media, error: null };
}

type Size = { width: number; height: number } | null;

function measureImage(url: string): Promise<Size> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => ({ width: image.naturalWidth, height: image.naturalHeight }),
    () => null,
  );
}

function measureVideo(url: string): Promise<Size> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    video.preload = "metadata";
    video.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height } = video;
      resolve(width > 0 ? { width, height } : null);
    };
    video.onerror = () => resolve(null);
    video.src = url;
  });
}

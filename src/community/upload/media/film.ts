import { stillFor, thumbhashOf } from "./paint";
import type { Size } from "./paint";

/** Not the first frame: it is often black. */
const STILL_AT_SECONDS = 1;
/** Longer than any browser needs to decode a frame. */
const PATIENCE_MS = 8000;

/** The dimensions of a video, and a still image of it. */
export interface Still {
  size: Size;
  poster: Blob | null;
  thumbhash: string | null;
}

/** Reads a video; null if this browser can't show it. */
export async function stillOf(file: Blob): Promise<Still | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  Object.assign(video, { preload: "auto", muted: true, playsInline: true, src: url });
  try {
    if (!(await waitForEvent(video, "loadeddata"))) return null;
    const size = { width: video.videoWidth, height: video.videoHeight };
    if (size.width === 0) return null;
    const { duration } = video;
    video.currentTime = Math.min(STILL_AT_SECONDS, Number.isFinite(duration) ? duration / 4 : 0);
    if (!(await waitForEvent(video, "seeked"))) return { size, poster: null, thumbhash: null };
    const poster = await stillFor(video, size, true);
    return { size, poster, thumbhash: thumbhashOf(video, size) };
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

/** Whether an event occurs before the video fails or the wait times out. */
function waitForEvent(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<boolean> {
  return new Promise((resolve) => {
    video.addEventListener(event, () => resolve(true), { once: true });
    video.addEventListener("error", () => resolve(false), { once: true });
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
}

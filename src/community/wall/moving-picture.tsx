import { useEffect, useRef } from "react";
import type { SyntheticEvent } from "react";
import { isVideo } from "../../../convex/contract/media";
import type { Card } from "./card-data";

type MediaType = Card["mediaType"];

/** Types whose pictures move by themselves, in every browser, with nothing to stop them. */
const ANIMATED: readonly MediaType[] = ["image/gif", "image/apng"];

export function isMoving(mediaType: MediaType): boolean {
  return isVideo(mediaType) || ANIMATED.includes(mediaType);
}

export interface MovingPictureProps {
  src: string;
  width: number;
  height: number;
  mediaType: MediaType;
  alt: string;
  playing: boolean;
  onError: () => void;
}

/** A video or an animation that stands still until it is attended to. */
export function MovingPicture({ mediaType, ...file }: MovingPictureProps) {
  return isVideo(mediaType) ? <SilentVideo {...file} /> : <StillAnimation {...file} />;
}

type FileProps = Omit<MovingPictureProps, "mediaType">;

function SilentVideo({ alt, playing, ...file }: FileProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // A browser that refuses to play leaves the still.
    if (playing) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  }, [playing]);
  return (
    <video
      {...file}
      ref={video}
      className="picture"
      aria-label={alt}
      preload="metadata"
      muted
      loop
      playsInline
    />
  );
}

/** Its first picture, painted; the animation itself is over it while it plays. */
function StillAnimation({ alt, playing, src, width, height, onError }: FileProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  function paint({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    canvas.current?.getContext("2d")?.drawImage(currentTarget, 0, 0, width, height);
  }
  return (
    <span className="picture picture-still" data-state={playing ? "playing" : "still"}>
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={alt} />
      <img src={src} alt="" loading="lazy" onLoad={paint} onError={onError} />
    </span>
  );
}

import { useEffect, useRef, useState } from "react";
import type { CSSProperties, SyntheticEvent } from "react";
import { isVideo } from "../../../convex/contract/files/media";
import type { Card } from "./card-data";
import { repeatEarlyEvents } from "./early-events";

type MediaType = Card["mediaType"];

export interface MovingPictureProps {
  src: string;
  width: number;
  height: number;
  mediaType: MediaType;
  alt: string;
  /** A still; without one the file itself is fetched for its first picture. */
  poster: string | undefined;
  playing: boolean;
  onError: () => void;
}

/** A video or an animation that stands still until it is attended to. */
export function MovingPicture({ mediaType, ...file }: MovingPictureProps) {
  if (isVideo(mediaType)) return <SilentVideo {...file} />;
  return file.poster === undefined ? <PaintedAnimation {...file} /> : <Animation {...file} />;
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
      preload={file.poster === undefined ? "metadata" : "none"}
      muted
      loop
      playsInline
    />
  );
}

/** Its own size, for where it is not as wide as its place. */
function sizeOf({ width, height }: Pick<FileProps, "width" | "height">): CSSProperties {
  // React's style type knows no custom properties.
  return { "--width": width, "--height": height } as CSSProperties;
}

/** Its still; the animation itself is over it while it plays. */
function Animation({ alt, playing, src, poster, width, height, onError }: FileProps) {
  const [arrived, setArrived] = useState(false);
  // Where the animation has clear parts, the still must not show through.
  const left = playing && arrived ? { opacity: 0 } : {};
  return (
    <span
      className="picture picture-still"
      data-state={playing ? "playing" : "still"}
      style={sizeOf({ width, height })}
    >
      <img src={poster} width={width} height={height} alt={alt} loading="lazy" style={left} />
      {playing && (
        <img
          className="picture-moving"
          src={src}
          alt=""
          onLoad={() => setArrived(true)}
          onError={onError}
        />
      )}
    </span>
  );
}

/** The same for one without a still: its first picture, painted. */
function PaintedAnimation({ alt, playing, src, width, height, onError }: FileProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  function paint({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    canvas.current?.getContext("2d")?.drawImage(currentTarget, 0, 0, width, height);
  }
  return (
    <span
      className="picture picture-still"
      data-state={playing ? "playing" : "still"}
      style={sizeOf({ width, height })}
    >
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={alt} />
      <img
        ref={repeatEarlyEvents}
        className="picture-moving"
        src={src}
        alt=""
        loading="lazy"
        onLoad={paint}
        onError={onError}
      />
    </span>
  );
}

import { useEffect, useRef, useState } from "react";
import type { CSSProperties, ImgHTMLAttributes, SyntheticEvent } from "react";
import { isVideo } from "../../../convex/contract/files/shown";
import type { Card } from "./card-data";
import { repeatEarlyEvents } from "./early-events";

export interface MovingPictureProps {
  src: string;
  width: number;
  height: number;
  mediaType: Card["mediaType"];
  alt: string;
  /** A still image; without one, the browser loads the file for its first frame. */
  poster: string | undefined;
  playing: boolean;
  /** How the first image is loaded. */
  loading: Pick<ImgHTMLAttributes<HTMLImageElement>, "loading" | "fetchPriority">;
  onError: () => void;
}

/** A video or an animation that is paused until it gets attention. */
export function MovingPicture({ poster, ...file }: MovingPictureProps) {
  if (poster !== undefined) return <Still {...file} poster={poster} />;
  return isVideo(file.mediaType) ? <SilentVideo {...file} /> : <PaintedAnimation {...file} />;
}

type FileProps = Omit<MovingPictureProps, "poster">;

/** Its own size, in case its place is wider. */
function sizeOf({ width, height }: Pick<FileProps, "width" | "height">): CSSProperties {
  // React's style type has no custom properties.
  return { "--width": width, "--height": height } as CSSProperties;
}

/** The still image of a file; the file itself covers it while it plays. */
function Still({ poster, alt, loading, ...file }: FileProps & { poster: string }) {
  const { playing, width, height, mediaType, src, onError } = file;
  const [arrived, setArrived] = useState(false);
  if (arrived && !playing) setArrived(false);
  const moving = { className: "picture-moving", src, onError };
  return (
    <span
      className="picture picture-still"
      data-state={playing ? "playing" : "still"}
      style={sizeOf({ width, height })}
    >
      <img
        {...loading}
        src={poster}
        width={width}
        height={height}
        alt={alt}
        // Hides the still, which would be visible through transparent parts of the file.
        style={arrived ? { opacity: 0 } : {}}
      />
      {playing && !isVideo(mediaType) && <img {...moving} alt="" onLoad={() => setArrived(true)} />}
      {playing && isVideo(mediaType) && (
        <video {...moving} autoPlay muted loop playsInline onPlaying={() => setArrived(true)} />
      )}
    </span>
  );
}

/** A video without a still image shows its first frame. */
function SilentVideo({ src, width, height, alt, playing, onError }: FileProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // A browser that refuses to play keeps the still.
    if (playing) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  }, [playing]);
  return (
    <video
      {...{ src, width, height, onError }}
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

/** An animation without a still image: its first frame on a canvas. */
function PaintedAnimation({ alt, playing, loading, src, width, height, onError }: FileProps) {
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
        {...loading}
        ref={repeatEarlyEvents}
        className="picture-moving"
        src={src}
        alt=""
        onLoad={paint}
        onError={onError}
      />
    </span>
  );
}

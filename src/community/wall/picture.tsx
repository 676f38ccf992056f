import { useState } from "react";
import { isVideo } from "../../../convex/contract/media";
import type { Card } from "./card-data";
import { MovingPicture, isMoving } from "./moving-picture";

export interface PictureProps {
  artwork: Card;
  /** `open`: large and with a player's controls. Default `hanging`. */
  look?: "hanging" | "open";
  /** Fetched at once; others wait until they are near. */
  eager?: boolean;
  /** A hanging video or animation moves only then. Default false. */
  playing?: boolean;
}

/** A work, whole and at its own proportion. What a browser can't decode says so in its place. */
export function Picture({
  artwork,
  look = "hanging",
  eager = false,
  playing = false,
}: PictureProps) {
  const [failed, setFailed] = useState(false);
  const { width, height, url, mediaType } = artwork;
  const alt = describe(artwork);
  if (url === null || failed) return <Undecodable artwork={artwork} />;
  const file = { src: url, width, height, onError: () => setFailed(true) };

  if (look === "hanging" && isMoving(mediaType)) {
    return <MovingPicture {...file} mediaType={mediaType} alt={alt} playing={playing} />;
  }
  if (isVideo(mediaType)) {
    return (
      <video
        {...file}
        className="picture"
        aria-label={alt}
        preload="metadata"
        controls
        muted
        playsInline
      />
    );
  }
  return (
    <img
      {...file}
      className="picture"
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
    />
  );
}

function describe({ alt, artist }: Card) {
  return alt === "" ? `Untitled image by ${artist.name}, no description` : alt;
}

function Undecodable({ artwork }: { artwork: Card }) {
  const format = artwork.mediaType.replace(/^\w+\/(x-)?/, "").toUpperCase();
  const ratio = `${artwork.width} / ${artwork.height}`;
  return (
    <div className="picture picture-missing" style={{ aspectRatio: ratio }}>
      <b>{format}</b>
      <span>This browser cannot show {format}. The original is safe.</span>
    </div>
  );
}

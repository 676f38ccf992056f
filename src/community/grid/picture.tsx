import { t } from "../../language/text";
import { useState } from "react";
import { useHydrating } from "../../shared/use-hydrating";
import { isVideo } from "../../../convex/contract/files/shown";
import { formatOf } from "../file-copy";
import type { Card } from "./card-data";
import { repeatEarlyEvents } from "./early-events";
import { MovingPicture } from "./moving-picture";
import { isAnimation, isMoving, placeholderOf, sourceOf, stillOf } from "./shown-file";
import { cropOf } from "./shown-part";
import type { Look } from "./shown-file";

/** `first`: before everything else. `near`: when it comes near the viewport. */
export type Urgency = "first" | "near";

const LOADING = {
  first: { loading: "eager", fetchPriority: "high" },
  near: { loading: "lazy", fetchPriority: "auto" },
} as const;

export interface PictureProps {
  artwork: Card;
  /** `open`: large, with a player's controls. Default `hanging`: in a grid. */
  look?: Look;
  /** Default `near`. */
  urgency?: Urgency;
  /** Whether an animation or a video in a grid plays. Default false. */
  playing?: boolean;
}

/**
 * A work, uncropped unless its artist chose a crop for grids. If the browser can't decode it, a
 * text says so.
 */
export function Picture(props: PictureProps) {
  const { artwork, look = "hanging", urgency = "near", playing = false } = props;
  const [state, setState] = useState<"coming" | "here" | "failed">("coming");
  const [placeholder] = useState(() => placeholderOf(artwork, look));
  const { width, height, mediaType, posterUrl } = artwork;
  const alt = describe(artwork);
  const src = useSource(artwork, look);
  if (src === null || state === "failed") return <Undecodable artwork={artwork} />;
  const file = { src, width, height, onError: () => setState("failed") };

  if (look === "hanging" ? isMoving(mediaType) : isAnimation(mediaType)) {
    const poster = posterUrl ?? undefined;
    const loading = LOADING[urgency];
    return <MovingPicture {...file} {...{ mediaType, alt, poster, playing, loading }} />;
  }
  if (isVideo(mediaType)) return <Player {...file} alt={alt} poster={posterUrl ?? undefined} />;
  return (
    <img
      {...LOADING[urgency]}
      {...file}
      ref={repeatEarlyEvents}
      className="picture"
      alt={alt}
      // Nothing may be visible through the transparent parts of a picture.
      style={{
        backgroundImage: state === "coming" ? placeholder : undefined,
        ...(look === "hanging" && cropOf(artwork)),
      }}
      decoding="async"
      onLoad={() => setState("here")}
    />
  );
}

/** A server-rendered page starts with the small still, and the original replaces it. */
function useSource(artwork: Card, look: Look): string | null {
  const isHydrating = useHydrating();
  const opensStill = isHydrating && look === "open" && !isMoving(artwork.mediaType);
  return opensStill ? stillOf(artwork) : sourceOf(artwork, look);
}

interface PlayerProps {
  src: string;
  width: number;
  height: number;
  alt: string;
  poster: string | undefined;
  onError: () => void;
}

function Player({ alt, ...file }: PlayerProps) {
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

function describe({ alt, title, artist }: Card) {
  return alt === "" ? t("{title} by {name}, no description", { title, name: artist.name }) : alt;
}

function Undecodable({ artwork }: { artwork: Card }) {
  const format = formatOf(artwork.mediaType);
  const ratio = `${artwork.width} / ${artwork.height}`;
  return (
    <div className="picture picture-missing" style={{ aspectRatio: ratio }}>
      <b>{format}</b>
      <span>{t("This browser cannot show {format}. The original is safe.", { format })}</span>
    </div>
  );
}

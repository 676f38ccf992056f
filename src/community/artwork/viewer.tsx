import { ChevronLeft, ChevronRight, Pause, Play, X } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { api } from "../../../convex/_generated/api";
import { isAnimation } from "../grid/shown-file";
import { wantsMotion } from "../grid/use-attention";
import { useLike } from "../grid/use-like";
import { useSensitiveOverlay } from "../grid/use-sensitive-overlay";
import type { Detail } from "./artwork-copy";
import { Canvas } from "./canvas";
import { Caption } from "./caption";
import { useRecordView } from "./use-record-view";
import { useViewerKeys } from "./use-viewer-keys";
import { useViewerBackground } from "./use-viewer-background";
import { useWayBack } from "./use-way-back";
import { useZoom } from "./use-zoom";
import { ViewerTools } from "./viewer-tools";
import "./viewer.css";

type Found = NonNullable<FunctionReturnType<typeof api.community.artworks.functions.get>>;

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ViewerProps {
  found: Found;
  /** Null while it loads. */
  detail: Detail | null;
}

/** The picture on its background, with the caption beside it. */
export function Viewer({ found: { artwork, mine, newer, older }, detail }: ViewerProps) {
  const { background, setBackground } = useViewerBackground();
  const zoom = useZoom();
  const like = useLike();
  const isCovered = useSensitiveOverlay()(artwork);
  const [revealed, setRevealed] = useState(false);
  const [playing, setPlaying] = useState(wantsMotion);
  const [, navigate] = useLocation();
  const { leave, inPlace } = useWayBack();
  const [shown, setShown] = useState<Detail["pages"][number] | null>(null);
  useRecordView(artwork.id);
  useViewerKeys({
    close: leave,
    newer: newer && (() => navigate(`/a/${newer}`, inPlace)),
    older: older && (() => navigate(`/a/${older}`, inPlace)),
    like: () => void like(artwork),
    zoomIn: zoom.zoomIn,
    zoomOut: zoom.zoomOut,
    fit: zoom.fit,
  });
  const picture = shown ? { ...artwork, ...shown, id: artwork.id, alt: shown.caption } : artwork;

  return (
    <div className="viewer">
      {detail?.noAi && <meta name="robots" content="noai, noimageai" />}
      <section className="viewer-background" data-background={background} aria-label="Picture">
        <button
          type="button"
          className="viewer-disc viewer-close"
          aria-label="Close"
          onClick={leave}
        >
          <X {...ICON} />
        </button>
        {newer && (
          <Link
            className="viewer-disc viewer-newer"
            href={`/a/${newer}`}
            aria-label="Newer work"
            {...inPlace}
          >
            <ChevronLeft {...ICON} />
          </Link>
        )}
        <Canvas
          key={picture.url}
          artwork={picture}
          zoom={zoom.zoom}
          playing={playing}
          covered={isCovered && !revealed}
          onReveal={() => setRevealed(true)}
        />
        {older && (
          <Link
            className="viewer-disc viewer-older"
            href={`/a/${older}`}
            aria-label="Older work"
            {...inPlace}
          >
            <ChevronRight {...ICON} />
          </Link>
        )}
        {isAnimation(picture.mediaType) && <PlayButton playing={playing} onPlay={setPlaying} />}
        <ViewerTools background={background} onBackground={setBackground} {...zoom} />
      </section>
      <Caption artwork={artwork} mine={mine} detail={detail} shown={shown} onShow={setShown} />
    </div>
  );
}

interface PlayButtonProps {
  playing: boolean;
  onPlay: (playing: boolean) => void;
}

/** Pauses and resumes animations. */
function PlayButton({ playing, onPlay }: PlayButtonProps) {
  return (
    <button
      type="button"
      className="viewer-disc viewer-play"
      aria-label={playing ? "Stop the animation" : "Play the animation"}
      onClick={() => onPlay(!playing)}
    >
      {playing ? <Pause {...ICON} /> : <Play {...ICON} />}
    </button>
  );
}

import { t } from "../../language/text";
import { ChevronLeft, ChevronRight, Pause, Play, X } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link } from "wouter";
import type { api } from "../../../convex/_generated/api";
import { useHydrating } from "../../shared/use-hydrating";
import { isAnimation } from "../grid/shown-file";
import { wantsMotion } from "../grid/use-attention";
import { useLike } from "../grid/use-like";
import { useSensitiveOverlay } from "../grid/use-sensitive-overlay";
import type { Detail } from "./artwork-copy";
import { Canvas } from "./canvas";
import { Caption } from "./caption";
import { useFullScreen } from "./use-full-screen";
import { usePinch } from "./use-pinch";
import { usePictures } from "./use-pictures";
import { useRecordView } from "./use-record-view";
import { useSwipe } from "./use-swipe";
import { useViewerKeys } from "./use-viewer-keys";
import { useViewerBackground } from "./use-viewer-background";
import { useWayBack } from "./use-way-back";
import { useZoom } from "./use-zoom";
import { ViewerTools } from "./viewer-tools";
import "./viewer.css";

type Found = NonNullable<FunctionReturnType<typeof api.community.artworks.functions.get>>;

type WorkFile = Detail["pages"][number];

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ViewerProps {
  found: Found;
  /** Null while it loads. */
  detail: Detail | null;
}

/** The picture on its background, with the caption beside it. */
export function Viewer({ found: { artwork, mine, newer, older }, detail }: ViewerProps) {
  const { background, setBackground } = useViewerBackground();
  const { setZoom, ...zoom } = useZoom();
  const { isFull, leave: leaveFull, toggle: fullScreen } = useFullScreen();
  const like = useLike();
  const isCovered = useSensitiveOverlay()(artwork);
  const [revealed, setRevealed] = useState(false);
  const isHydrating = useHydrating();
  const [chosen, setPlaying] = useState<boolean | null>(null);
  const playing = chosen ?? (!isHydrating && wantsMotion());
  const { leave, inPlace } = useWayBack();
  const close = isFull ? leaveFull : leave;
  const pictures = usePictures(detail?.pages ?? [], { newer, older }, inPlace);
  const { shown, setShown, at, count, before, after, previous, next } = pictures;
  useRecordView(artwork.id);
  const swipe = useSwipe(zoom.zoom === "fit", previous, next);
  useViewerKeys({
    close,
    newer: previous,
    older: next,
    like: () => void like(artwork),
    zoomIn: zoom.zoomIn,
    zoomOut: zoom.zoomOut,
    fit: zoom.fit,
    fullScreen,
  });
  const picture = shown ? { ...artwork, ...shown, id: artwork.id, alt: shown.caption } : artwork;
  const stage = usePinch(zoom.zoom, setZoom, picture);

  return (
    <div className="viewer" data-full={isFull || undefined}>
      {/* The server writes it into the head of its own pages. */}
      {detail && !isHydrating && <Robots detail={detail} />}
      <section
        ref={stage}
        className="viewer-background"
        data-background={background}
        aria-label={t("Picture")}
        {...swipe}
      >
        <button
          type="button"
          className="viewer-disc viewer-close"
          aria-label={t("Close")}
          onClick={close}
        >
          <X {...ICON} />
        </button>
        <Turn side="newer" file={before} work={newer} onShow={setShown} options={inPlace} />
        <Canvas
          key={picture.url}
          artwork={picture}
          zoom={zoom.zoom}
          playing={playing}
          covered={isCovered && !revealed}
          onReveal={() => setRevealed(true)}
        />
        <Turn side="older" file={after} work={older} onShow={setShown} options={inPlace} />
        {count > 1 && at >= 0 && (
          <p className="viewer-place" role="status">
            {t("{place} of {all}", { place: at + 1, all: count })}
          </p>
        )}
        {isAnimation(picture.mediaType) && <PlayButton playing={playing} onPlay={setPlaying} />}
        <ViewerTools
          {...{ background, isFull, ...zoom }}
          onBackground={setBackground}
          onFullScreen={fullScreen}
        />
      </section>
      <Caption artwork={artwork} mine={mine} detail={detail} shown={shown} onShow={setShown} />
    </div>
  );
}

/** The robots rules of the page. Only listed works are in search engines. */
function Robots({ detail: { state, noAi } }: { detail: Detail }) {
  const rules = [
    ...(state === "published" ? [] : ["noindex"]),
    ...(noAi ? ["noai", "noimageai"] : []),
  ];
  return rules.length > 0 && <meta name="robots" content={rules.join(", ")} />;
}

interface TurnProps {
  side: "newer" | "older";
  /** The work's own next image on this side; undefined if there is none. */
  file: WorkFile | null | undefined;
  /** The next work on this side. */
  work: string | null;
  onShow: (file: WorkFile | null) => void;
  options: ReturnType<typeof useWayBack>["inPlace"];
}

/** Turns to the next picture of the work, and after the last one to the next work. */
function Turn({ side, file, work, onShow, options }: TurnProps) {
  const Icon = side === "newer" ? ChevronLeft : ChevronRight;
  const className = `viewer-disc viewer-${side}`;
  if (file !== undefined) {
    const label = side === "newer" ? t("Previous picture") : t("Next picture");
    return (
      <button type="button" className={className} aria-label={label} onClick={() => onShow(file)}>
        <Icon {...ICON} />
      </button>
    );
  }
  if (work === null) return null;
  const label = side === "newer" ? t("Newer work") : t("Older work");
  return (
    <Link className={className} href={`/a/${work}`} aria-label={label} {...options}>
      <Icon {...ICON} />
    </Link>
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
      aria-label={playing ? t("Stop the animation") : t("Play the animation")}
      onClick={() => onPlay(!playing)}
    >
      {playing ? <Pause {...ICON} /> : <Play {...ICON} />}
    </button>
  );
}

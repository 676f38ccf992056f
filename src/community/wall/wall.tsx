import { useEffect, useRef } from "react";
import type { CSSProperties } from "react";
import { ArtworkCard } from "./artwork-card";
import type { Card } from "./card-data";
import { hang } from "./hang";
import type { Place } from "./hang";
import { useVeil } from "./use-veil";
import { useWindowWidth } from "./use-window-width";
import { wallFor } from "./wall-steps";
import type { WallKind } from "./wall-steps";
import "./wall.css";

/** Pictures in sight when a page opens; the rest is fetched on the way down. */
const EAGER_COUNT = 6;
/** How far ahead of the end the next page is asked for. */
const AHEAD = "1200px";
/** The proportions that stand for pictures still unknown. */
const UNKNOWN = [
  [3, 2],
  [4, 5],
  [4, 3],
  [3, 4],
  [1, 1],
  [5, 4],
  [3, 4],
  [4, 5],
  [1, 1],
  [4, 3],
].map(([width = 1, height = 1]) => ({ width, height }));

export interface WallProps {
  works: readonly Card[];
  kind: WallKind;
  /** Asks for the next page; null when there is none, or it is on its way. */
  onNearEnd: (() => void) | null;
}

/** Works in the order of reading, each hung in the shortest column. */
export function Wall({ works, kind, onNearEnd }: WallProps) {
  const wall = wallFor(useWindowWidth(), kind);
  const { places, height } = hang(works, wall);
  const isVeiled = useVeil();
  return (
    <>
      <ul className="wall" style={{ inlineSize: wall.width, blockSize: height }}>
        {works.map((artwork, i) => (
          <li key={artwork.id} className="wall-place" style={styleOf(places[i])}>
            <ArtworkCard
              artwork={artwork}
              kind={kind}
              lit={i === 0 && wall.spotlight === "first"}
              eager={i < EAGER_COUNT}
              veiled={isVeiled(artwork)}
            />
          </li>
        ))}
      </ul>
      {onNearEnd && <End key={works.length} onNear={onNearEnd} />}
    </>
  );
}

/** The same wall with nothing on it yet. */
export function WallSkeleton({ kind }: { kind: WallKind }) {
  const wall = wallFor(useWindowWidth(), kind);
  const { places, height } = hang(UNKNOWN, wall);
  return (
    <div
      className="wall"
      role="status"
      aria-busy="true"
      style={{ inlineSize: wall.width, blockSize: height }}
    >
      {places.map((place, i) => (
        <div key={i} className="wall-place wall-unknown" style={styleOf(place)}>
          <div style={{ blockSize: place.pictureHeight }} />
        </div>
      ))}
      <p className="wall-late">Hanging the works. This takes longer than it should.</p>
    </div>
  );
}

function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: AHEAD },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={end} />;
}

function styleOf(place: Place | undefined): CSSProperties {
  return place
    ? { insetInlineStart: place.x, insetBlockStart: place.y, inlineSize: place.width }
    : {};
}

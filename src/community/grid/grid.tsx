import { useEffect, useMemo, useRef } from "react";
import type { CSSProperties } from "react";
import { ArtworkCard } from "./artwork-card";
import type { Card } from "./card-data";
import { hang } from "./layout";
import type { Place } from "./layout";
import { hungPlaces } from "./placed-cards";
import { useHeld } from "./use-focused-id";
import { useStretch } from "./use-viewport-range";
import { useVeil } from "./use-sensitive-overlay";
import { useWindowWidth } from "./use-window-width";
import { wallFor } from "./column-steps";
import type { WallKind } from "./column-steps";
import "./grid.css";

/** Pictures that a page opens with: the one in the spotlight, or those beside each other. */
const FIRST_COUNT = { first: 1, none: 2 };
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
  /** Asks for the next page; null when there is none. */
  onNearEnd: (() => void) | null;
}

/** Works in the order of reading, each hung in the shortest column. Far ones are not on the page. */
export function Wall({ works, kind, onNearEnd }: WallProps) {
  const list = useRef<HTMLUListElement>(null);
  const windowWidth = useWindowWidth();
  const wall = useMemo(() => wallFor(windowWidth, kind), [windowWidth, kind]);
  const { places, height } = useMemo(() => hang(works, wall), [works, wall]);
  const stretch = useStretch(list);
  const { held, hold, release } = useHeld();
  const heldPlace = held.current === null ? null : works.findIndex(({ id }) => id === held.current);
  const isVeiled = useVeil();

  function place(i: number) {
    const artwork = works[i];
    if (!artwork) return null;
    return (
      <li
        key={artwork.id}
        className="wall-place"
        style={styleOf(places[i])}
        data-width={artwork.width}
        data-height={artwork.height}
        aria-posinset={i + 1}
        aria-setsize={onNearEnd ? -1 : works.length}
        onFocus={() => hold(artwork.id)}
        onBlur={release}
      >
        <ArtworkCard
          artwork={artwork}
          kind={kind}
          lit={i === 0 && wall.spotlight === "first"}
          urgency={i < FIRST_COUNT[wall.spotlight] ? "first" : "near"}
          veiled={isVeiled(artwork)}
        />
      </li>
    );
  }

  return (
    <>
      <ul
        ref={list}
        className="wall"
        data-kind={kind}
        style={{ inlineSize: wall.width, blockSize: height }}
      >
        {hungPlaces(places, stretch, heldPlace).map(place)}
      </ul>
      {onNearEnd && <End onNear={onNearEnd} />}
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

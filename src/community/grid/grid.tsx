import { t } from "../../language/text";
import { useEffect, useMemo, useRef, useSyncExternalStore, startTransition, useState } from "react";
import type { CSSProperties, FocusEvent } from "react";
import { ArtworkCard } from "./artwork-card";
import type { Card } from "./card-data";
import { layOut, gridFor, placedCards, firstWindow, readWidth } from "./layout";
import type { Place, GridKind } from "./layout";
import { shapeOf } from "./shown-part";
import { useViewportRange } from "./use-viewport-range";
import { useSensitiveOverlay } from "./use-sensitive-overlay";
import "./grid.css";

/** The number of pictures to load first: the featured one, or the first row. */
const FIRST_COUNT = { first: 1, none: 2 };
/** How far from the end the next page loads. */
const AHEAD = "1200px";
/** The proportions of the placeholders. */
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

export interface GridProps {
  works: readonly Card[];
  kind: GridKind;
  /** Loads the next page; null if there is none. */
  onNearEnd: (() => void) | null;
}

/**
 * Works in reading order, each in the shortest column. Works far from the viewport
 * are not rendered.
 */
export function Grid({ works, kind, onNearEnd }: GridProps) {
  const list = useRef<HTMLUListElement>(null);
  const windowWidth = useWindowWidth();
  const grid = useMemo(() => gridFor(windowWidth, kind), [windowWidth, kind]);
  const { places, height } = useMemo(() => layOut(works.map(shapeOf), grid), [works, grid]);
  const range = useViewportRange(list);
  const { focusedId, setFocused, onBlur } = useFocusedId();
  const focusedPlace =
    focusedId.current === null ? null : works.findIndex(({ id }) => id === focusedId.current);
  const isCovered = useSensitiveOverlay();

  function place(i: number) {
    const artwork = works[i];
    if (!artwork) return null;
    const shape = shapeOf(artwork);
    return (
      <li
        key={artwork.id}
        className="grid-place"
        style={styleOf(places[i])}
        data-width={shape.width}
        data-height={shape.height}
        aria-posinset={i + 1}
        aria-setsize={onNearEnd ? -1 : works.length}
        onFocus={() => setFocused(artwork.id)}
        onBlur={onBlur}
      >
        <ArtworkCard
          artwork={artwork}
          kind={kind}
          isFeatured={i === 0 && grid.spotlight === "first"}
          urgency={i < FIRST_COUNT[grid.spotlight] ? "first" : "near"}
          covered={isCovered(artwork)}
        />
      </li>
    );
  }

  return (
    <>
      <ul
        ref={list}
        className="grid"
        data-kind={kind}
        style={{ inlineSize: grid.width, blockSize: height }}
      >
        {placedCards(places, range, focusedPlace).map(place)}
      </ul>
      {onNearEnd && <End onNear={onNearEnd} />}
    </>
  );
}

/** The loading state of a grid. */
export function GridSkeleton({ kind }: { kind: GridKind }) {
  const grid = gridFor(useWindowWidth(), kind);
  const { places, height } = layOut(UNKNOWN, grid);
  return (
    <div
      className="grid"
      role="status"
      aria-busy="true"
      style={{ inlineSize: grid.width, blockSize: height }}
    >
      {places.map((place, i) => (
        <div key={i} className="grid-place grid-unknown" style={styleOf(place)}>
          <div style={{ blockSize: place.pictureHeight }} />
        </div>
      ))}
      <p className="grid-late">{t("Loading the works. This takes longer than it should.")}</p>
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

/** The width of the page without the scroll bar. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, readWidth, () => firstWindow().width);
}

/** A scroll bar that appears narrows the page without resizing the window. */
function subscribe(onChange: () => void) {
  const observer = new ResizeObserver(onChange);
  observer.observe(document.documentElement);
  window.addEventListener("resize", onChange);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", onChange);
  };
}

/** The id of the focused work, which must stay rendered. */
function useFocusedId() {
  // A ref, because a scroll handler may run before the state has changed.
  const focusedId = useRef<string | null>(null);
  const [, setDrawn] = useState<string | null>(null);
  function setFocused(id: string | null) {
    focusedId.current = id;
    // A transition: it changes nothing visible, so it must not delay user input.
    startTransition(() => setDrawn(id));
  }
  function onBlur({ target, relatedTarget }: FocusEvent) {
    // The next focused element sets itself; clearing before could remove it.
    const goesOn = relatedTarget instanceof Element && relatedTarget.closest(".grid-place");
    // When the window loses the focus, the focused work stays.
    if (!goesOn && target !== document.activeElement) setFocused(null);
  }
  return { focusedId, setFocused, onBlur };
}

/** A point of the picture, as fractions of its sides, and its position on the screen. */
export interface Anchor {
  x: number;
  y: number;
  left: number;
  top: number;
}

interface Zooming {
  isOnPicture: (target: Node) => boolean;
  /** The point of the picture at this screen position, and the picture's scale. */
  find: (left: number, top: number) => { point: Anchor; scale: number } | null;
  /** Zooms to a scale, with the given point in place. */
  zoomTo: (scale: number, point: Anchor) => void;
}

/** A trackpad's pinch arrives as wheel events; this many pixels are a factor of e. */
const WHEEL_PX = 100;

/**
 * Listens to two fingers, a trackpad's pinch and double clicks. Returns a function that stops it.
 */
export function listenToGestures(stage: HTMLElement, { isOnPicture, find, zoomTo }: Zooming) {
  let start: { distance: number; scale: number; point: Anchor } | null = null;

  function touch({ touches }: TouchEvent) {
    const [one, two] = touches;
    const found = one && two && touches.length === 2 ? find(...middleOf(one, two)) : null;
    start = one && two && found ? { ...found, distance: distanceOf(one, two) } : null;
  }

  function move(event: TouchEvent) {
    const [one, two] = event.touches;
    if (!start || !one || !two || !event.cancelable) return;
    event.preventDefault();
    const [left, top] = middleOf(one, two);
    const scale = (start.scale * distanceOf(one, two)) / start.distance;
    zoomTo(scale, { ...start.point, left, top });
  }

  function turnWheel(event: WheelEvent) {
    const found = event.ctrlKey ? find(event.clientX, event.clientY) : null;
    if (!found) return;
    event.preventDefault();
    zoomTo(found.scale * Math.exp(-event.deltaY / WHEEL_PX), found.point);
  }

  /** A video player handles double clicks itself. */
  function doubleClick({ target, clientX, clientY }: MouseEvent) {
    if (!(target instanceof Node) || target instanceof HTMLVideoElement) return;
    const found = isOnPicture(target) ? find(clientX, clientY) : null;
    if (!found) return;
    const isLarge = stage.querySelector("[data-pans]") !== null;
    zoomTo(isLarge ? 0 : found.scale < 1 ? 1 : 2, found.point);
  }

  const listening = new AbortController();
  const { signal } = listening;
  stage.addEventListener("touchstart", touch, { passive: true, signal });
  stage.addEventListener("touchend", touch, { signal });
  stage.addEventListener("touchmove", move, { passive: false, signal });
  stage.addEventListener("wheel", turnWheel, { passive: false, signal });
  stage.addEventListener("dblclick", doubleClick, { signal });
  return () => listening.abort();
}

function middleOf(one: Touch, two: Touch): [left: number, top: number] {
  return [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2];
}

function distanceOf(one: Touch, two: Touch): number {
  return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
}

import { useEffect, useLayoutEffect, useRef } from "react";
import { listenToGestures } from "./zoom-gestures";
import type { Anchor } from "./zoom-gestures";
import { LARGEST_ZOOM } from "./use-zoom";
import type { Zoom } from "./use-zoom";

/**
 * Zooms the picture in an element with two fingers, a trackpad or a double click; the
 * point under the fingers stays there.
 *
 * @param size - The picture's own size in pixels.
 */
export function usePinch(
  zoom: Zoom,
  setZoom: (zoom: Zoom) => void,
  { width, height }: { width: number; height: number },
) {
  const stage = useRef<HTMLElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const zoomTo = useRef((_scale: number) => {});

  useEffect(() => {
    zoomTo.current = (scale) => {
      const frame = frameIn(stage.current);
      const picture = pictureIn(stage.current);
      if (!frame || !picture) return;
      const fitted =
        zoom === "fit"
          ? scaleOf(picture, width)
          : Math.min(1, frame.clientWidth / width, frame.clientHeight / height);
      setZoom(scale <= fitted ? "fit" : Math.min(scale, LARGEST_ZOOM));
    };
  });

  useLayoutEffect(() => {
    const held = anchor.current;
    const box = pictureIn(stage.current)?.getBoundingClientRect();
    if (!held || !box) return;
    frameIn(stage.current)?.scrollBy(
      box.left + held.x * box.width - held.left,
      box.top + held.y * box.height - held.top,
    );
    anchor.current = null;
  }, [zoom]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    return listenToGestures(element, {
      isOnPicture: (target) => pictureIn(element)?.contains(target) ?? false,
      find: (left, top) => {
        const picture = pictureIn(element);
        if (!picture) return null;
        const box = picture.getBoundingClientRect();
        const [x, y] = [(left - box.left) / box.width, (top - box.top) / box.height];
        return { point: { x, y, left, top }, scale: scaleOf(picture, width) };
      },
      zoomTo: (scale, point) => {
        anchor.current = point;
        zoomTo.current(scale);
      },
    });
  }, [width]);

  return stage;
}

function frameIn(stage: HTMLElement | null): HTMLElement | null {
  return stage?.querySelector<HTMLElement>(".viewer-canvas[data-state=shown]") ?? null;
}

function pictureIn(stage: HTMLElement | null): HTMLElement | null {
  return frameIn(stage)?.querySelector<HTMLElement>(".picture") ?? null;
}

function scaleOf(picture: HTMLElement, width: number): number {
  return picture.getBoundingClientRect().width / width;
}

/**
 * For a picture's `ref`: on a server-rendered page, a picture may load before
 * React listens, so its event is dispatched again.
 */
export function repeatEarlyEvents(picture: HTMLImageElement | null): void {
  if (picture?.complete) picture.setAttribute("src", picture.src);
}

/**
 * For a picture's `ref`: a page that a server has drawn may load one before anything listens, so
 * what happened to it happens again.
 */
export function repeatEarlyEvents(picture: HTMLImageElement | null): void {
  if (picture?.complete) picture.setAttribute("src", picture.src);
}

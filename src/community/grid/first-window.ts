/** What a grid is hung for. */
export interface WindowSize {
  width: number;
  /** From the grid's upper edge to the window's lower one. */
  height: number;
}

/** On the server: a phone's width, and as tall as it takes. The reader's own window takes off. */
const UNKNOWN: WindowSize = { width: 412, height: Infinity };

/** The window that a page was drawn for: unknown to the server, known once `layOutBeforeHydration` has run. */
export function firstWindow(): WindowSize {
  if (typeof document === "undefined") return UNKNOWN;
  const [width, height] = (document.body.dataset.drawnFor ?? "").split(" ").map(Number);
  return width === undefined || height === undefined ? UNKNOWN : { width, height };
}

/** Remembers it on the page, for React to begin with. */
export function rememberFirstWindow({ width, height }: WindowSize): void {
  document.body.dataset.drawnFor = `${width} ${height}`;
}

/** The width that a page has to itself, scroll bar excluded. */
export function readWidth(): number {
  const { clientWidth } = document.documentElement;
  return clientWidth > 0 ? clientWidth : window.innerWidth;
}

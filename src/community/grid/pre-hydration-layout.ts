import {
  layOut,
  rangeBetween,
  readWidth,
  rememberFirstWindow,
  kindOf,
  gridFor,
  placedCards,
} from "./layout";

/**
 * Lays out the grid of a server-rendered page for this window, before the first paint. Removes
 * works outside the viewport, so that their pictures do not load before the visible ones. `Grid`
 * renders the same when it hydrates.
 */
export function layOutBeforeHydration(list: HTMLElement): void {
  // Detached elements cause no layout.
  const items = [...list.querySelectorAll<HTMLElement>(":scope > li")];
  list.replaceChildren();
  const top = list.getBoundingClientRect().top + window.scrollY;
  const seen = { width: readWidth(), height: Math.max(0, window.innerHeight - top) };
  rememberFirstWindow(seen);
  const grid = gridFor(seen.width, kindOf(list.dataset.kind));
  const { places, height } = layOut(items.map(sizeOf), grid);
  style(list, { "inline-size": grid.width, "block-size": height });
  for (const i of placedCards(places, rangeBetween(0, seen.height), null)) {
    const [item, place] = [items[i], places[i]];
    if (!item || !place) continue;
    const { x, y, width } = place;
    style(item, { "inset-inline-start": x, "inset-block-start": y, "inline-size": width });
    list.append(item);
  }
}

/** Exactly as React writes it. */
function style(element: HTMLElement, pixels: Record<string, number>): void {
  const styles = Object.entries(pixels).map(
    ([name, px]) => `${name}:${px === 0 ? "0" : `${px}px`}`,
  );
  element.setAttribute("style", styles.join(";"));
}

function sizeOf({ dataset }: HTMLElement) {
  return { width: Number(dataset.width), height: Number(dataset.height) };
}

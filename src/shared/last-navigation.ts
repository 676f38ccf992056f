/** `load`: the page was opened here. `link`: to something new. `history`: back to what was before. */
type Move = "load" | "link" | "history";

let latest: Move = "load";

/** The router tells of its own moves by events that are named like the browser's functions. */
const EVENTS = { popstate: "history", pushState: "link", replaceState: "link" } as const;
// On a server that draws the page nobody moves.
if ("addEventListener" in globalThis) {
  for (const [event, move] of Object.entries(EVENTS)) {
    window.addEventListener(event, () => {
      latest = move;
    });
  }
}

/** How the reader came to the address that they are at. */
export function lastMove(): Move {
  return latest;
}

/** `load`: the page was opened here. `link`: a new page. `history`: back or forward. */
type Move = "load" | "link" | "history";

let latest: Move = "load";
let previous: string | null = null;
let current = "";

/** The router dispatches events with the names of the browser's functions. */
const EVENTS = { popstate: "history", pushState: "link", replaceState: "link" } as const;
// A server has no navigation.
if ("addEventListener" in globalThis) {
  current = readAddress();
  for (const [event, move] of Object.entries(EVENTS)) {
    window.addEventListener(event, () => {
      latest = move;
      const next = readAddress();
      if (next === current) return;
      previous = current;
      current = next;
    });
  }
}

/** How the user came to the current address. */
export function lastMove(): Move {
  return latest;
}

/** The previous path and query; null on the first page of the visit. */
export function previousAddress(): string | null {
  return previous;
}

function readAddress(): string {
  return location.pathname + location.search;
}

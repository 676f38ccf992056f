/** `load`: the page was opened here. `link`: a new page. `history`: back or forward. */
type Move = "load" | "link" | "history";

let latest: Move = "load";

/** The router dispatches events named like the browser's functions. */
const EVENTS = { popstate: "history", pushState: "link", replaceState: "link" } as const;
// There is no navigation on a server.
if ("addEventListener" in globalThis) {
  for (const [event, move] of Object.entries(EVENTS)) {
    window.addEventListener(event, () => {
      latest = move;
    });
  }
}

/** How the user came to the current address. */
export function lastMove(): Move {
  return latest;
}

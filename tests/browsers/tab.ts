/** One browser tab, with the functions that the journeys need. CSS selectors identify elements. */
export interface Tab {
  open: (address: string) => Promise<void>;
  /** Runs an expression in the page. */
  read: (expression: string) => Promise<unknown>;
  /** Presses with the mouse. */
  click: (selector: string) => Promise<void>;
  type: (selector: string, text: string) => Promise<void>;
  /** Presses Escape. */
  escape: () => Promise<void>;
  close: () => Promise<void>;
}

/** A browser of this machine, or how to install it. */
export type Found =
  | { name: string; kind: "found"; start: () => Promise<Tab> }
  | { name: string; kind: "missing"; how: string };

const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/** Waits until an expression is true in the page. */
export async function until(tab: Tab, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let last: unknown;
  while (Date.now() < end) {
    // A page that is being replaced returns an error.
    last = await tab.read(expression).catch((error: unknown) => error);
    if (last === true) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new Error(`Never true: ${expression} (${String(last)})`);
}

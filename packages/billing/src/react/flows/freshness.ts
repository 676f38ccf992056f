/** Which answers still hold, as far as this page has heard. */
export interface Freshness {
  /** Whether this answer was asked for since the last news. */
  holds: (key: string) => boolean;
  /** Call it when asking, and what it returns once the answer is there. */
  ask: (key: string) => () => void;
  /** There is news: no answer holds, nor does one that is still on its way. */
  forget: () => void;
}

/** Nothing holds at first. */
export function createFreshness(): Freshness {
  let holding = new Set<string>();
  return {
    holds: (key) => holding.has(key),
    ask: (key) => {
      const asked = holding;
      return () => void asked.add(key);
    },
    forget: () => {
      holding = new Set();
    },
  };
}

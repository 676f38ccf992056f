/** The cached responses that are still valid, as far as this page knows. */
export interface Freshness {
  /** Whether this response was requested after the last change. */
  holds: (key: string) => boolean;
  /** Call it before the request, and its result after the response. */
  ask: (key: string) => () => void;
  /** After a change, no response is valid, not even one that is on its way. */
  forget: () => void;
}

/** Nothing is valid at first. */
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

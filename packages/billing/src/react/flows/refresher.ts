/** How long the page waits for the deployment to report its own change. */
export const CHANGE_NEWS_MS = 300;

/** Ends a call of {@link Refresher.expectChange}. Resolves once the data on screen is new. */
export type FinishChange = (outcome: "changed" | "unchanged") => Promise<void>;

/** Refetches once for each change, although both its response and the live revision report it. */
export interface Refresher {
  /** The deployment has reported a change. */
  hear: () => void;
  /** This page is about to change something. */
  expectChange: () => FinishChange;
}

/**
 * Joins the two ways in which a page learns of its own change.
 *
 * While a change is running, reports are kept. After a success, its report is
 * awaited for a moment, so that one refetch follows it. Without a report in that
 * time, or without a live deployment, the success alone refetches.
 *
 * @param refresh - Refetches the data on screen.
 * @param isLive - Whether the deployment reports changes.
 */
export function createRefresher(refresh: () => Promise<void>, isLive: () => boolean): Refresher {
  let heard = 0;
  let fetched = 0;
  let expecting = 0;
  let latest = Promise.resolve();
  const listeners = new Set<() => void>();

  const refetch = () => {
    fetched = heard;
    latest = refresh();
    return latest;
  };
  const news = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, CHANGE_NEWS_MS);
      listeners.add(done);
    });

  return {
    hear: () => {
      heard += 1;
      for (const tell of listeners) tell();
      if (expecting === 0) void refetch();
    },
    expectChange: () => {
      const heardBefore = heard;
      expecting += 1;
      return async (outcome) => {
        if (outcome === "changed" && heard === heardBefore && isLive()) await news();
        expecting -= 1;
        const isSilent = outcome === "changed" && heard === heardBefore;
        await (isSilent || heard > fetched ? refetch() : latest);
      };
    },
  };
}

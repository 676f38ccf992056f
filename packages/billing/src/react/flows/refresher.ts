/** How long the deployment may take to tell of a change that this page has just made. */
export const CHANGE_NEWS_MS = 300;

/** Ends what {@link Refresher.expectChange} began; settles once what is on screen is new. */
export type FinishChange = (outcome: "changed" | "unchanged") => Promise<void>;

/** Refetches once per change, though both its answer and the live revision tell of it. */
export interface Refresher {
  /** The deployment says that something changed. */
  hear: () => void;
  /** This page is about to change something. */
  expectChange: () => FinishChange;
}

/**
 * Joins the two ways in which a page learns of a change of its own.
 *
 * While such a change is under way, news is kept. Once it has succeeded, its
 * news is waited for a moment, so that the one refetch comes after it. Without
 * news in that time, or without a live deployment, the success alone refetches.
 *
 * @param refresh - Refetches what is on screen.
 * @param isLive - Whether the deployment tells of changes.
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

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIdentity } from "../../identity/index";
import { lastMove } from "../../shared/last-navigation";
import type { Card } from "./card-data";

/** The page size of the first request. */
export const FIRST_PAGE = { initialNumItems: 24 };
const PAGE_SIZE = 24;
/** A restored grid loads larger pages, up to the server's limit. */
const CATCH_UP_SIZE = 50;
const MOST_KEPT = 4;

/** The works of a grid and its scroll position when the user left it. */
interface SavedScroll {
  works: readonly Card[];
  scrollY: number;
}

const savedScrolls = new Map<string, SavedScroll>();

/** The live pages of a grid. */
interface Pages {
  results: readonly Card[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  loadMore: (count: number) => void;
}

/**
 * The works of a grid. After back or forward, it has the same length and scroll
 * position as before, while the works load again.
 *
 * @param name - Distinguishes this grid from others.
 */
export function useScrollRestoration(name: string, { results, status, loadMore }: Pages) {
  const identity = useIdentity();
  const key = `${identity.status === "signedIn" ? identity.subject : identity.status} ${name}`;
  const [saved] = useState(() => (lastMove() === "link" ? undefined : savedScrolls.get(key)));
  const isBehind = results.length < (saved?.works.length ?? 0) && status !== "Exhausted";
  const works = useMemo(
    () => (isBehind && saved ? refreshed(saved.works, results) : results),
    [isBehind, saved, results],
  );

  useEffect(() => {
    if (isBehind && status === "CanLoadMore") loadMore(CATCH_UP_SIZE);
  }, [isBehind, status, loadMore]);
  useLayoutEffect(() => {
    if (lastMove() === "history" && saved) window.scrollTo({ top: saved.scrollY });
  }, [saved]);
  useSaveOnUnmount(key, works);

  return {
    works,
    isLoading: status === "LoadingFirstPage" && works.length === 0,
    isEmpty: status === "Exhausted" && works.length === 0,
    // While a page is loading, no other is requested.
    onNearEnd: status === "Exhausted" ? null : () => loadMore(PAGE_SIZE),
  };
}

/** Saves the grid's state when it unmounts. */
function useSaveOnUnmount(key: string, works: readonly Card[]) {
  const latest = useRef(works);
  useLayoutEffect(() => {
    latest.current = works;
  }, [works]);
  useLayoutEffect(
    () => () => {
      savedScrolls.delete(key);
      savedScrolls.set(key, { works: latest.current, scrollY: window.scrollY });
      const [oldest] = savedScrolls.keys();
      if (oldest !== undefined && savedScrolls.size > MOST_KEPT) savedScrolls.delete(oldest);
    },
    [key],
  );
}

/** The saved works, with those that have been reloaded replaced. */
function refreshed(saved: readonly Card[], live: readonly Card[]): readonly Card[] {
  const arrived = new Map(live.map((card) => [card.id, card]));
  return saved.map((card) => arrived.get(card.id) ?? card);
}

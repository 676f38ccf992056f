import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIdentity } from "../../identity/index";
import { lastMove } from "../../shared/last-navigation";
import type { Card } from "./card-data";

/** What a grid asks for at first. */
export const FIRST_PAGE = { initialNumItems: 24 };
const PAGE_SIZE = 24;
/** A grid that one comes back to fetches what it had in larger pages: as large as the server's. */
const CATCH_UP_SIZE = 50;
const MOST_KEPT = 4;

/** What a grid showed when its reader left it, and how far down they were. */
interface SavedScroll {
  works: readonly Card[];
  scrollY: number;
}

const savedScrolls = new Map<string, SavedScroll>();

/** The pages of a grid, as they are live. */
interface Pages {
  results: readonly Card[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  loadMore: (count: number) => void;
}

/**
 * The works of a grid. Who comes back to one by the browser's history finds it as they left it, as
 * long and at the same place, while it is fetched again.
 *
 * @param name - Tells this grid from others.
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
  useKeeping(key, works);

  return {
    works,
    isLoading: status === "LoadingFirstPage" && works.length === 0,
    isEmpty: status === "Exhausted" && works.length === 0,
    // Pages of which one is on its way ask for no other.
    onNearEnd: status === "Exhausted" ? null : () => loadMore(PAGE_SIZE),
  };
}

/** Keeps a grid when it leaves the page. */
function useKeeping(key: string, works: readonly Card[]) {
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

/** What was kept, with what has arrived of it anew. */
function refreshed(saved: readonly Card[], live: readonly Card[]): readonly Card[] {
  const arrived = new Map(live.map((card) => [card.id, card]));
  return saved.map((card) => arrived.get(card.id) ?? card);
}

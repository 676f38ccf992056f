import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIdentity } from "../../identity/index";
import { lastMove } from "../../shared/last-navigation";
import type { Card } from "./card-data";

/** What a wall asks for at first. */
export const FIRST_PAGE = { initialNumItems: 24 };
const PAGE_SIZE = 24;
/** A wall that one comes back to fetches what it had in larger pages: as large as the server's. */
const CATCH_UP_SIZE = 50;
const MOST_KEPT = 4;

/** What a wall showed when its reader left it, and how far down they were. */
interface KeptWall {
  works: readonly Card[];
  scrollY: number;
}

const keptWalls = new Map<string, KeptWall>();

/** The pages of a wall, as they are live. */
interface Pages {
  results: readonly Card[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  loadMore: (count: number) => void;
}

/**
 * The works of a wall. Who comes back to one by the browser's history finds it as they left it, as
 * long and at the same place, while it is fetched again.
 *
 * @param name - Tells this wall from others.
 */
export function useKeptWall(name: string, { results, status, loadMore }: Pages) {
  const identity = useIdentity();
  const key = `${identity.status === "signedIn" ? identity.subject : identity.status} ${name}`;
  const [kept] = useState(() => (lastMove() === "link" ? undefined : keptWalls.get(key)));
  const isBehind = results.length < (kept?.works.length ?? 0) && status !== "Exhausted";
  const works = useMemo(
    () => (isBehind && kept ? refreshed(kept.works, results) : results),
    [isBehind, kept, results],
  );

  useEffect(() => {
    if (isBehind && status === "CanLoadMore") loadMore(CATCH_UP_SIZE);
  }, [isBehind, status, loadMore]);
  useLayoutEffect(() => {
    if (lastMove() === "history" && kept) window.scrollTo({ top: kept.scrollY });
  }, [kept]);
  useKeeping(key, works);

  return {
    works,
    isLoading: status === "LoadingFirstPage" && works.length === 0,
    isEmpty: status === "Exhausted" && works.length === 0,
    // Pages of which one is on its way ask for no other.
    onNearEnd: status === "Exhausted" ? null : () => loadMore(PAGE_SIZE),
  };
}

/** Keeps a wall when it leaves the page. */
function useKeeping(key: string, works: readonly Card[]) {
  const latest = useRef(works);
  useLayoutEffect(() => {
    latest.current = works;
  }, [works]);
  useLayoutEffect(
    () => () => {
      keptWalls.delete(key);
      keptWalls.set(key, { works: latest.current, scrollY: window.scrollY });
      const [oldest] = keptWalls.keys();
      if (oldest !== undefined && keptWalls.size > MOST_KEPT) keptWalls.delete(oldest);
    },
    [key],
  );
}

/** What was kept, with what has arrived of it anew. */
function refreshed(kept: readonly Card[], live: readonly Card[]): readonly Card[] {
  const arrived = new Map(live.map((card) => [card.id, card]));
  return kept.map((card) => arrived.get(card.id) ?? card);
}

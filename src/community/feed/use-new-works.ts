import { useMemo, useState } from "react";
import type { Card } from "../grid/card-data";

/** Nearer to the top than this, a reader is at the top. */
const TOP_PX = 8;

/** What hangs, and what has arrived since. */
interface NewWorks {
  shownWorks: readonly Card[];
  waiting: number;
  /** Hangs what has arrived and goes up to it. */
  show: () => void;
}

interface Judged {
  /** What was there when it was judged last. */
  news: string;
  /** When the newest work was hung that may hang here. */
  shown: number;
  /** The work that hangs in the spotlight. */
  shownFeatured: Card | undefined;
}

const NOTHING: Judged = { news: "", shown: 0, shownFeatured: undefined };

/**
 * Keeps a live grid still while somebody walks along it: new works, and a new
 * one in the spotlight, wait until they are asked for. Someone at its top sees
 * them at once.
 */
export function useNewWorks(works: readonly Card[]): NewWorks {
  const newest = works.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  const featured = works.find(({ isFeatured }) => isFeatured);
  const [judged, setJudged] = useState(NOTHING);
  const live = { news: `${newest} ${featured?.id ?? ""}`, shown: newest, shownFeatured: featured };
  if (live.news !== judged.news) {
    const isUnseen = judged.shown === 0 || window.scrollY <= TOP_PX;
    const next = { ...judged, news: live.news, shownFeatured: featured && judged.shownFeatured };
    setJudged(isUnseen ? live : next);
  }
  const { shown } = judged;
  const shownFeatured = judged.shownFeatured?.id === featured?.id ? featured : judged.shownFeatured;
  const shownWorks = useMemo(
    () => publishWith(shownFeatured, works, shown),
    [shownFeatured, works, shown],
  );
  const isWaiting = (card: Card) =>
    card.isFeatured ? card.id !== shownFeatured?.id : card.createdAt > shown;

  function show() {
    setJudged(live);
    window.scrollTo({ top: 0 });
  }

  return { shownWorks, waiting: works.filter(isWaiting).length, show };
}

/** The work in the spotlight, and once more none of it. */
function publishWith(shownFeatured: Card | undefined, works: readonly Card[], shown: number) {
  const others = works.filter(
    ({ id, isFeatured, createdAt }) =>
      !isFeatured && id !== shownFeatured?.id && createdAt <= shown,
  );
  return shownFeatured ? [shownFeatured, ...others] : others;
}

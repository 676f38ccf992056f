import { useMemo, useState } from "react";
import type { Card } from "../grid/card-data";

/** Above this scroll position, the user is at the top. */
const TOP_PX = 8;

/** The visible works, and how many have arrived since. */
interface NewWorks {
  shownWorks: readonly Card[];
  waiting: number;
  /** Shows the new works and scrolls to the top. */
  show: () => void;
}

interface Judged {
  /** The state of the last decision. */
  news: string;
  /** The publishing time of the newest work that may be shown. */
  shown: number;
  /** The featured work. */
  shownFeatured: Card | undefined;
}

const NOTHING: Judged = { news: "", shown: 0, shownFeatured: undefined };

/**
 * Keeps a live grid still while the user scrolls: new works and a new featured work wait until the
 * user asks for them. At the top, they appear immediately.
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

/** The featured work first, without its second appearance. */
function publishWith(shownFeatured: Card | undefined, works: readonly Card[], shown: number) {
  const others = works.filter(
    ({ id, isFeatured, createdAt }) =>
      !isFeatured && id !== shownFeatured?.id && createdAt <= shown,
  );
  return shownFeatured ? [shownFeatured, ...others] : others;
}

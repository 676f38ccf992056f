import { useMemo, useState } from "react";
import type { Card } from "../wall/card-data";

/** Nearer to the top than this, a reader is at the top. */
const TOP_PX = 8;

/** What hangs, and what has arrived since. */
interface Arrivals {
  hung: readonly Card[];
  waiting: number;
  /** Hangs what has arrived and goes up to it. */
  show: () => void;
}

/**
 * Keeps a live wall still while somebody walks along it: new works wait until
 * they are asked for. Someone at its top sees them at once.
 */
export function useArrivals(works: readonly Card[]): Arrivals {
  const newest = works[0]?.createdAt ?? 0;
  const [{ judged, shown }, setJudged] = useState({ judged: 0, shown: 0 });
  if (newest !== judged) {
    const isUnseen = shown === 0 || window.scrollY <= TOP_PX;
    setJudged({ judged: newest, shown: isUnseen ? newest : shown });
  }
  const hung = useMemo(() => works.filter(({ createdAt }) => createdAt <= shown), [works, shown]);

  function show() {
    setJudged({ judged: newest, shown: newest });
    window.scrollTo({ top: 0 });
  }

  return { hung, waiting: works.length - hung.length, show };
}

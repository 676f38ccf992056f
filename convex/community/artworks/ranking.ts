import { DAY_MS } from "../../../packages/billing/src/contract";

/** Ten times the attention ranks a work as high as being published this much later. */
const TENFOLD_MS = 2 * DAY_MS;
const LIKE_WEIGHT = 5;
/** The weight of a boost: more than any number of likes. */
const BOOST_LIFT = 100_000;

/**
 * A work's trending score. Later works start higher, so a stored order stays right as time passes.
 * Boosted works come first, in the order that they would have among themselves.
 */
export function trendingScore(work: {
  publishedAt: number;
  likes: number;
  views: number;
  boostedUntil: number | null;
}): number {
  const attention = Math.log10(1 + work.views + LIKE_WEIGHT * work.likes);
  const lift = work.boostedUntil === null ? 0 : BOOST_LIFT;
  return work.publishedAt / TENFOLD_MS + attention + lift;
}

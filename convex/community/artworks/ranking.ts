/** In this time a work's place sinks by as much as ten times the attention lifts it. */
const TENFOLD_MS = 2 * 24 * 60 * 60 * 1000;
const LIKE_WEIGHT = 5;
/** What a boost lifts by: above every work without one, however many like it. */
const BOOST_LIFT = 100_000;

/**
 * Where a work stands among the trending. Later works start higher, so that an
 * order once stored stays right while time passes. Boosted works lead, in the
 * order that they would have among themselves.
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

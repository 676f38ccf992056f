/** In this time a work's place sinks by as much as ten times the attention lifts it. */
const TENFOLD_MS = 2 * 24 * 60 * 60 * 1000;
const LIKE_WEIGHT = 5;
/** What a boost lifts by: as if the work were a day younger. */
const BOOST_MS = 24 * 60 * 60 * 1000;

/**
 * Where a work stands among the trending. Later works start higher, so that an
 * order once stored stays right while time passes.
 */
export function trendingScore(work: {
  publishedAt: number;
  likes: number;
  views: number;
  boostedUntil: number | null;
}): number {
  const attention = Math.log10(1 + work.views + LIKE_WEIGHT * work.likes);
  const lift = work.boostedUntil === null ? 0 : BOOST_MS;
  return (work.publishedAt + lift) / TENFOLD_MS + attention;
}

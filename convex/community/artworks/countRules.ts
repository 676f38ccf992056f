/** The minimum time between two updates of a work's counts in lists. */
export const MERGE_MS = 10 * 60 * 1000;

/** How long after its first change a batch is counted. */
export const FOLD_MS = 2 * 1000;

/** The counts of a work. */
export interface WorkCounts {
  likes: number;
  comments: number;
  views: number;
}

/** An appended change of one count. */
export interface CountChange {
  what: keyof WorkCounts;
  by: number;
}

/** A work's counts in lists. */
export interface MergedLikes {
  likes: number;
  /** The first generation of changes that it does not include. Default 0. */
  merges?: number | undefined;
}

/**
 * The fields of `likes` that counting reads: the generations of changes in which the
 * like was given, withdrawn, given again and so on.
 */
export interface CountedLike {
  /**
   * Earlier generations, in pairs of given and withdrawn; undefined if lists already include all of
   * them.
   */
  earlier?: number[] | undefined;
  /** The generation in which it was last given; undefined if merged long ago. */
  since?: number | undefined;
  /** The generation in which it was then withdrawn; undefined if it is not withdrawn. */
  withdrawn?: number | undefined;
}

/**
 * Whether a change has to schedule the next run. A run that is ten minutes overdue counts as lost.
 */
export function needsRun(runAt: number | null, now: number): boolean {
  return runAt === null || now > runAt + MERGE_MS;
}

/** The counts after changes. */
export function changed(counts: WorkCounts, changes: readonly CountChange[]): WorkCounts {
  const { likes, comments, views } = counts;
  const sums = { likes, comments, views };
  for (const { what, by } of changes) sums[what] += by;
  return sums;
}

/**
 * The likes that a list shows to the owner of this row: the merged count,
 * corrected by their own like.
 */
export function shownLikes(work: MergedLikes, own: CountedLike | null): number {
  if (!own) return work.likes;
  const merged = switches(own).filter((at) => at < (work.merges ?? 0)).length % 2;
  return work.likes + (own.withdrawn === undefined ? 1 : 0) - merged;
}

/**
 * The like after it is given or withdrawn in this generation; null: delete the row. Drops
 * generations that the merged count already includes.
 */
export function switched(
  work: MergedLikes,
  own: CountedLike,
  generation: number,
): CountedLike | null {
  const before = switches(own);
  // Changes of one generation are counted together, so these two cancel.
  const all = before.at(-1) === generation ? before.slice(0, -1) : [...before, generation];
  while (all.length > 1 && (all[1] ?? Infinity) < (work.merges ?? 0)) all.splice(0, 2);
  if (all.length === 0) return null;
  const start = all.length - (all.length % 2 === 0 ? 2 : 1);
  const earlier = start > 0 ? all.slice(0, start) : undefined;
  return { earlier, since: all[start], withdrawn: all[start + 1] };
}

const MERGED_LONG_AGO = -1;

function switches({ earlier = [], since = MERGED_LONG_AGO, withdrawn }: CountedLike): number[] {
  return [...earlier, since, ...(withdrawn === undefined ? [] : [withdrawn])];
}

/** A work's counts reach the lists that show it at most once in this time. */
export const MERGE_MS = 10 * 60 * 1000;

/** What is counted for a work. */
export interface WorkCounts {
  likes: number;
  comments: number;
  views: number;
}

/** A work's counts as lists show them. */
export interface MergedLikes {
  likes: number;
  /** How often counts were merged into it. Default never. */
  merges?: number | undefined;
}

/** The fields of `likes` that counting reads. */
export interface CountedLike {
  /** The work's `merges` when the like was given; undefined: it was merged long ago. */
  since?: number | undefined;
  /** The work's `merges` when the like was withdrawn; undefined: it is not withdrawn. */
  withdrawn?: number | undefined;
}

/**
 * Whether a change has to schedule a merge. A merge that is overdue by twice the
 * interval is lost.
 */
export function needsMerge(mergeAt: number | null, now: number): boolean {
  return mergeAt === null || now > mergeAt + MERGE_MS;
}

/** The counts after a change. */
export function changed(counts: WorkCounts, by: Partial<WorkCounts>): WorkCounts {
  return {
    likes: counts.likes + (by.likes ?? 0),
    comments: counts.comments + (by.comments ?? 0),
    views: counts.views + (by.views ?? 0),
  };
}

/** Whether the work's merged count includes a like. */
export function isMerged(work: MergedLikes, { since }: CountedLike): boolean {
  return since === undefined || since < (work.merges ?? 0);
}

/**
 * The likes that a list shows to the owner of this row: the merged count,
 * corrected by their own like.
 */
export function shownLikes(work: MergedLikes, own: CountedLike | null): number {
  if (!own) return work.likes;
  if (own.withdrawn === undefined) return work.likes + (isMerged(work, own) ? 0 : 1);
  return work.likes - (isStillMerged(work, own) ? 1 : 0);
}

/** What changes in the row of a withdrawn like that is given again. */
export function givenAgain(work: MergedLikes, own: CountedLike): CountedLike {
  if (isStillMerged(work, own)) return { withdrawn: undefined };
  return { since: work.merges ?? 0, withdrawn: undefined };
}

/** What changes in the row of a like that is withdrawn; null: delete the row. */
export function takenBack(work: MergedLikes, own: CountedLike): CountedLike | null {
  return isMerged(work, own) ? { withdrawn: work.merges ?? 0 } : null;
}

/** Whether the merged count still includes a like that was withdrawn. */
function isStillMerged(work: MergedLikes, { withdrawn }: CountedLike): boolean {
  return withdrawn !== undefined && withdrawn >= (work.merges ?? 0);
}

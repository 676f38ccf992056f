/** At most once in this time a work's counts reach the lists that show it. */
export const MERGE_MS = 10 * 60 * 1000;

/** What is counted of a work. */
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

/** A row of `likes`, as far as counting goes. */
export interface CountedLike {
  /** The work's `merges` when it was given; undefined: it was merged long ago. */
  since?: number | undefined;
  /** The work's `merges` when it was taken back; undefined: it was not. */
  withdrawn?: number | undefined;
}

/** Whether a change has to schedule a merge. One that is overdue by as long again is lost. */
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

/** Whether a like is one of those that the work's merged count has. */
export function isMerged(work: MergedLikes, { since }: CountedLike): boolean {
  return since === undefined || since < (work.merges ?? 0);
}

/** The likes that a list shows to the viewer whose row this is: the merged ones, with their own last word. */
export function shownLikes(work: MergedLikes, own: CountedLike | null): number {
  if (!own) return work.likes;
  if (own.withdrawn === undefined) return work.likes + (isMerged(work, own) ? 0 : 1);
  return work.likes - (isStillMerged(work, own) ? 1 : 0);
}

/** What changes in the row of a like that was withdrawn and is given again. */
export function givenAgain(work: MergedLikes, own: CountedLike): CountedLike {
  if (isStillMerged(work, own)) return { withdrawn: undefined };
  return { since: work.merges ?? 0, withdrawn: undefined };
}

/** What changes in the row of a like that is taken back; null: it goes. */
export function takenBack(work: MergedLikes, own: CountedLike): CountedLike | null {
  return isMerged(work, own) ? { withdrawn: work.merges ?? 0 } : null;
}

/** Whether the merged count still has a like that was withdrawn. */
function isStillMerged(work: MergedLikes, { withdrawn }: CountedLike): boolean {
  return withdrawn !== undefined && withdrawn >= (work.merges ?? 0);
}

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { countDay, countViewsOfDay } from "../insights/dailyCounts";
import type { DayCounts } from "../insights/dailyCounts";
import { notify, retract } from "../notifications/model";
import { findLike } from "./cards";

type Changes = readonly Doc<"workChanges">[];

/** Adds a work's changes to the daily counts of the artist and of the work. */
export async function countInDays(
  ctx: MutationCtx,
  { _id: artworkId, profileId }: Doc<"artworks">,
  changes: Changes,
): Promise<void> {
  for (const day of new Set(changes.map((change) => change.day))) {
    const counts: Required<Omit<DayCounts, "follows">> = {
      ...{ views: 0, likes: 0, comments: 0, sources: {} },
    };
    for (const { what, ofDay, source } of changes.filter((change) => change.day === day)) {
      counts[what] += ofDay;
      if (source) counts.sources[source] = (counts.sources[source] ?? 0) + ofDay;
    }
    await countDay(ctx, profileId, day, counts);
    await countViewsOfDay(ctx, artworkId, day, counts.views);
  }
}

/** Notifies the artist of likes that still stand; retracts the notifications of withdrawn ones. */
export async function tellOfLikes(
  ctx: MutationCtx,
  { _id: artworkId, profileId: recipientId }: Doc<"artworks">,
  changes: Changes,
): Promise<void> {
  const sums = new Map<Id<"profiles">, number>();
  for (const { likedBy, by } of changes) {
    if (likedBy) sums.set(likedBy, (sums.get(likedBy) ?? 0) + by);
  }
  for (const [actorId, sum] of sums) {
    if (sum === 0) continue;
    const like = await findLike(ctx, actorId, artworkId);
    const isGiven = like !== null && like.withdrawn === undefined;
    const event = { kind: "like", actorId, recipientId, artworkId } as const;
    await (isGiven ? notify(ctx, event) : retract(ctx, event));
  }
}

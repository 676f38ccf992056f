import { HOUR_MS, MINUTE_MS } from "../../../packages/billing/src/contract";
import type { Infer } from "convex/values";
import { makeSecret } from "../../accounts/tokens";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { vNotificationKind } from "./tables";

export type Kind = Infer<typeof vNotificationKind>;

/** How long a mail waits for more notifications. */
const GATHER_MS = 10 * MINUTE_MS;
/** The minimum time between two mails to one member. */
const PAUSE_MS = 3 * HOUR_MS;

/** These need an answer, so they always appear on the site. */
export const ALWAYS_SHOWN: ReadonlySet<Kind> = new Set(["invite", "offer"]);

/** A member's choices; null for the defaults: all on the site and none by mail. */
export async function findChoices(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"notificationChoices"> | null> {
  return await ctx.db
    .query("notificationChoices")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .unique();
}

/** Whether a member wants a kind on the site. */
export async function isShownTo(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  kind: Kind,
): Promise<boolean> {
  return (await findChoices(ctx, profileId))?.hidden.includes(kind) !== true;
}

/**
 * Changes where kinds appear. Kinds that are hidden on the site are not mailed either.
 *
 * @param change - An absent field stays unchanged.
 */
export async function choose(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  kinds: readonly Kind[],
  change: { site?: boolean; mail?: boolean },
): Promise<void> {
  const before = await findChoices(ctx, profileId);
  const { hidden = [], mailed = [] } = before ?? {};
  const shown = change.site ?? !kinds.every((kind) => hidden.includes(kind));
  const wantsMail = shown && (change.mail ?? kinds.every((kind) => mailed.includes(kind)));
  const next = {
    hidden: shown ? without(hidden, kinds) : [...without(hidden, kinds), ...hideable(kinds)],
    mailed: wantsMail ? [...without(mailed, kinds), ...kinds] : without(mailed, kinds),
  };
  if (before) await ctx.db.patch("notificationChoices", before._id, next);
  else {
    const fresh = { digestAt: null, digestedAt: 0, mailedUntil: 0, stopToken: makeSecret() };
    await ctx.db.insert("notificationChoices", { profileId, ...next, ...fresh });
  }
}

/**
 * Schedules a mail about a new notification if its recipient wants one. It collects the
 * notifications of ten minutes, and comes at least three hours after the last mail.
 *
 * @see docs/adr/0067
 */
export async function planDigest(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  kind: Kind,
): Promise<void> {
  const choices = await findChoices(ctx, profileId);
  const now = Date.now();
  if (!choices?.mailed.includes(kind)) return;
  // Scheduled, and not overdue: a restored backup has lost its scheduled functions.
  if (choices.digestAt !== null && choices.digestAt > now - HOUR_MS) return;
  const digestAt = Math.max(now + GATHER_MS, choices.digestedAt + PAUSE_MS);
  await ctx.db.patch("notificationChoices", choices._id, { digestAt });
  const { send } = internal.community.notifications.digests;
  await ctx.scheduler.runAt(digestAt, send, { profileId });
}

function without(all: readonly Kind[], kinds: readonly Kind[]): Kind[] {
  return all.filter((kind) => !kinds.includes(kind));
}

function hideable(kinds: readonly Kind[]): Kind[] {
  return kinds.filter((kind) => !ALWAYS_SHOWN.has(kind));
}

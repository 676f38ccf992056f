import { v } from "convex/values";
import { accountOfIdentity } from "../../accounts/model";
import type { Doc } from "../../_generated/dataModel";
import { env, internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { composeLetter, quoted } from "../../mail/letter";
import type { Letter } from "../../mail/letter";
import { queueMail } from "../../mail/outbox";
import { siteUrl } from "../../mail/settings";
import { viewerContextFor } from "../relationships/viewer";
import { findChoices } from "./choices";
import type { Kind } from "./choices";
import { findVisible, isRead, readUntilOf } from "./model";
import type { VisibleNotification } from "./model";

/** Notifications that are looked at for one mail, and lines that it has. */
const MOST = 50;
const MOST_LINES = 20;

const KIND_TEXTS: Record<Kind, string> = {
  like: "liked",
  comment: "commented on",
  reply: "replied to you on",
  mention: "mentioned you on",
  follow: "follows you now",
  invite: "invites you to the studio",
  offer: "offers you the studio",
};

/** Mails what came since the last mail, and is neither read nor hidden. */
export const send = internalMutation({
  args: { profileId: v.id("profiles") },
  returns: v.null(),
  handler: async (ctx, { profileId }): Promise<null> => {
    const choices = await findChoices(ctx, profileId);
    if (!choices) return null;
    await ctx.db.patch("notificationChoices", choices._id, { digestAt: null });
    const profile = await ctx.db.get("profiles", profileId);
    const account = profile && (await accountOfIdentity(ctx, profile.tokenIdentifier));
    if (!profile || account?.email === undefined) return null;
    const { fresh, until } = await unmailed(ctx, profile, choices);
    if (fresh.length === 0) return null;
    const digested = { digestedAt: Date.now(), mailedUntil: until };
    await ctx.db.patch("notificationChoices", choices._id, digested);
    const letter = digestLetter(linesOf(fresh), fresh.length, choices.stopToken);
    await queueMail(ctx, account._id, account.email, letter);
    return null;
  },
});

interface Fresh extends VisibleNotification {
  kind: Kind;
}

async function unmailed(
  ctx: MutationCtx,
  viewer: Doc<"profiles">,
  { mailed, mailedUntil }: Doc<"notificationChoices">,
): Promise<{ fresh: Fresh[]; until: number }> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) =>
      q.eq("recipientId", viewer._id).gt("position", mailedUntil),
    )
    .order("desc")
    .take(MOST);
  const readUntil = await readUntilOf(ctx, viewer._id);
  const viewerContext = await viewerContextFor(ctx, viewer);
  const fresh: Fresh[] = [];
  for (const row of rows) {
    if (!mailed.includes(row.kind) || isRead(row, readUntil)) continue;
    const event = await findVisible(ctx, viewerContext, row);
    if (event) fresh.push({ kind: row.kind, ...event });
  }
  return { fresh, until: rows[0]?.position ?? mailedUntil };
}

/** A line for each kind and what it is about: "Ana and 2 others liked “Harbour”". */
function linesOf(fresh: readonly Fresh[]): string[] {
  const groups = new Map<string, [Fresh, ...Fresh[]]>();
  for (const one of fresh) {
    const key = [one.kind, one.artwork?._id, one.studio?._id].join(":");
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((group) => {
    const [{ kind, artwork, studio }] = group;
    const about = artwork?.title ?? studio?.name;
    const words =
      kind === "follow" && namesOf(group).size > 1 ? "follow you now" : KIND_TEXTS[kind];
    const line = `${describeNames([...namesOf(group)])} ${words}`;
    return about === undefined ? line : `${line} “${quoted(about)}”`;
  });
}

/** No name twice: several comments of one member are one line. */
function namesOf(group: readonly Fresh[]): Set<string> {
  return new Set(group.map(({ actor }) => quoted(actor.name)));
}

function describeNames([first = "", second, ...others]: string[]): string {
  if (second === undefined) return first;
  return others.length === 0
    ? `${first} and ${second}`
    : `${first} and ${others.length + 1} others`;
}

function digestLetter(lines: readonly string[], count: number, stopToken: string): Letter {
  const subject = count === 1 ? (lines[0] ?? "") : `${count} new notifications`;
  const more = lines.length - MOST_LINES;
  return composeLetter({
    subject,
    paragraphs: ["This happened on Spotlight since you last looked:"],
    items: [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])],
    action: { label: "See all", url: siteUrl("/notifications") },
    footer:
      "You asked for this mail in your settings. There is at most one in three hours, about what you have not read on the site.",
    unsubscribeUrl: `${env.CONVEX_SITE_URL}/mail/unsubscribe?token=${stopToken}`,
  });
}

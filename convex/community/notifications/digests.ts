import { v } from "convex/values";
import { accountOfIdentity } from "../../accounts/model";
import type { Doc } from "../../_generated/dataModel";
import { env, internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import type { Language } from "../../contract/languages";
import { languageOfAccount } from "../../mail/language";
import { composeLetter, quoted } from "../../mail/letter";
import type { Letter } from "../../mail/letter";
import { queueMail } from "../../mail/outbox";
import { siteUrl } from "../../mail/settings";
import { viewerContextFor } from "../relationships/viewer";
import { findChoices } from "./choices";
import type { Kind } from "./choices";
import { DIGEST_TEXTS } from "./digestWords";
import type { DigestTexts } from "./digestWords";
import { findVisible, isRead, readUntilOf } from "./model";
import type { VisibleNotification } from "./model";

/** How many notifications one mail considers, and how many lines it has. */
const MOST = 50;
const MOST_LINES = 20;

/** Mails the notifications since the last mail that are neither read nor hidden. */
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
    const letter = digestLetter(fresh, languageOfAccount(account), choices.stopToken);
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

/** A line for each kind and subject: "Ana and 2 others liked “Harbour”". */
function linesOf(fresh: readonly Fresh[], texts: DigestTexts): string[] {
  const groups = new Map<string, [Fresh, ...Fresh[]]>();
  for (const one of fresh) {
    const key = [one.kind, one.artwork?._id, one.studio?._id].join(":");
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((group) => {
    const [{ kind, artwork, studio }] = group;
    const names = namesOf(group);
    return texts.lines[kind]({
      actors: describeNames(names, texts),
      count: names.length,
      about: quoted(artwork?.title ?? studio?.name ?? ""),
    });
  });
}

/** Each name once: several comments by one member are one line. */
function namesOf(group: readonly Fresh[]): string[] {
  return [...new Set(group.map(({ actor }) => quoted(actor.name)))];
}

function describeNames([first = "", second, ...others]: string[], texts: DigestTexts): string {
  if (second === undefined) return first;
  return others.length === 0 ? texts.two(first, second) : texts.many(first, others.length + 1);
}

function digestLetter(fresh: readonly Fresh[], language: Language, stopToken: string): Letter {
  const texts = DIGEST_TEXTS[language];
  const lines = linesOf(fresh, texts);
  const more = lines.length - MOST_LINES;
  return composeLetter({
    language,
    subject: fresh.length === 1 ? (lines[0] ?? "") : texts.subject(fresh.length),
    paragraphs: [texts.intro],
    items: [...lines.slice(0, MOST_LINES), ...(more > 0 ? [texts.more(more)] : [])],
    action: { label: texts.button, url: siteUrl("/notifications") },
    footer: texts.footer,
    unsubscribeUrl: `${env.CONVEX_SITE_URL}/mail/unsubscribe?token=${stopToken}`,
  });
}

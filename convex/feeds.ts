import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import type { FoundFeed, NewWorks } from "./community/newWorks";
import { onSite, partOf } from "./siteAddress";
import { nothingThere, xml, xmlResponse, xmlText, xmlTime } from "./xml";
import type { Xml } from "./xml";

const ADDRESS = /^\/feeds\/(u|tag)\/([^/]+)$/;
const TYPE = "application/atom+xml";
const KEPT_SECONDS = 600;

/** `GET /feeds/u/<username>` and `/feeds/tag/<tag>`: the newest works, as an Atom feed. */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const found = await findFeed(ctx, new URL(request.url).pathname);
  if (!found) return nothingThere();
  if (found.kind === "moved") {
    const headers = { Location: found.path, "Cache-Control": "no-cache" };
    return new Response(null, { status: 308, headers });
  }
  return await xmlResponse(await feedOf(found), { type: TYPE, seconds: KEPT_SECONDS });
});

async function findFeed(ctx: ActionCtx, pathname: string): Promise<FoundFeed> {
  const [, kind, name = ""] = ADDRESS.exec(pathname) ?? [];
  const { ofArtist, ofTag } = internal.community.newWorks;
  const named = partOf(name);
  if (named === null || kind === undefined) return null;
  return kind === "u"
    ? await ctx.runQuery(ofArtist, { username: named })
    : await ctx.runQuery(ofTag, { tag: named });
}

async function feedOf({ title, path, pagePath, entries }: NewWorks): Promise<Awaited<Xml>> {
  // A fixed date, because an empty feed never changes.
  const updated = xmlTime(Math.max(0, ...entries.map(({ updatedAt }) => updatedAt)));
  return await xml`<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${onSite(path)}</id>
  <title>${xmlText(title)}</title>
  <link rel="self" type="${TYPE}" href="${onSite(path)}"/>
  <link rel="alternate" type="text/html" href="${onSite(pagePath)}"/>
  <icon>${onSite("/favicon-32.png")}</icon>
  <updated>${updated}</updated>${await Promise.all(entries.map(entryOf))}
</feed>`;
}

async function entryOf(entry: NewWorks["entries"][number]): Promise<Awaited<Xml>> {
  const { path, title, artist, artistPath, tags, publishedAt, updatedAt } = entry;
  return await xml`
  <entry>
    <id>${onSite(path)}</id>
    <title>${xmlText(title)}</title>
    <link rel="alternate" type="text/html" href="${onSite(path)}"/>
    <author><name>${xmlText(artist)}</name><uri>${onSite(artistPath)}</uri></author>
    <published>${xmlTime(publishedAt)}</published>
    <updated>${xmlTime(updatedAt)}</updated>${tags.map(
      (tag) => xml`
    <category term="${tag}"/>`,
    )}
    <content type="html">${String(await contentOf(entry))}</content>
  </entry>`;
}

/** Markup that a feed reader shows. The feed escapes it once more, as text. */
function contentOf({ picture, description }: NewWorks["entries"][number]): Xml {
  const shown = picture && xml`<p><img src="${picture.url}" alt="${xmlText(picture.alt)}"></p>`;
  return xml`${shown ?? ""}${description !== "" && xml`<p>${xmlText(description)}</p>`}`;
}

import { html } from "hono/html";
import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import type { FoundPage, ShareCard } from "./community/shareCards";
import { CARD_TEXTS } from "./community/shareCardTexts";
import { languageOf } from "./contract/languages";
import type { Language } from "./contract/languages";
import { onSite, partOf, siteOrigin } from "./siteAddress";

/** HTML whose values are escaped, safe as text and inside quoted attributes. */
type Html = ReturnType<typeof html>;

const SITE_NAME = "Spotlight";
const LOGO_PX = 200;
const CARD_LOOK = { large: "summary_large_image", small: "summary" };
const { ofWork, ofArtist, ofCollection, ofStudio, ofTag } = internal.community.shareCards;

/** The pages with a share card, by the first part of their path. */
const PAGES: Readonly<
  Record<string, (ctx: ActionCtx, named: string, language: Language) => Promise<FoundPage>>
> = {
  a: async (ctx, id, language) => await ctx.runQuery(ofWork, { id, language }),
  u: async (ctx, username, language) => await ctx.runQuery(ofArtist, { username, language }),
  collections: async (ctx, id, language) => await ctx.runQuery(ofCollection, { id, language }),
  studio: async (ctx, slug, language) => await ctx.runQuery(ofStudio, { slug, language }),
};

const NOTHING = { kind: "card", path: "/", image: null, robots: ["noindex"], feed: null } as const;
/** The names of languages in Open Graph. */
const OG_LOCALES: Record<Language, string> = { en: "en_US", de: "de_DE" };

/**
 * `GET /heads/<a page of the site>?language=…`: the content of the page's `<head>`
 * before any script has run, with the page's status and `X-Robots-Tag`. The site's
 * server inserts it into the page. A page that moved has a `Location` on the site.
 */
export const head = httpAction(async (ctx: ActionCtx, request) => {
  const asked = new URL(request.url);
  const language = languageOf(asked.searchParams.get("language") ?? "") ?? "en";
  const found = await findPage(ctx, asked, "/heads", language);
  if (found?.kind === "moved") return redirectTo(found.path);
  const { card, status } = shownFor(found, language);
  const address = found ? onSite(card.path) : null;
  return answer(await tagsOf(card, address, language), status, card);
});

/**
 * `GET /share/<a page of the site>`: a page with the same tags, which redirects people to the site.
 * For hosts that can't request a head.
 */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const address = new URL(request.url);
  const found = await findPage(ctx, address, "/share", "en");
  if (found?.kind === "moved") return redirectTo(`/share${found.path}`);
  const { card, status } = shownFor(found, "en");
  return answer(await pageOf(card, `${address.origin}${address.pathname}`), status, card);
});

async function findPage(
  ctx: ActionCtx,
  address: URL,
  prefix: string,
  language: Language,
): Promise<FoundPage> {
  const [, first = "", name = "", rest] = address.pathname.slice(prefix.length).split("/");
  const tag = address.searchParams.get("tag");
  if (first === "explore" && tag !== null) return await ctx.runQuery(ofTag, { tag, language });
  const named = partOf(name);
  if (rest !== undefined || named === null || named === "") return null;
  return Object.hasOwn(PAGES, first)
    ? ((await PAGES[first]?.(ctx, named, language)) ?? null)
    : null;
}

function shownFor(
  found: Exclude<FoundPage, { kind: "moved" }>,
  language: Language,
): { card: ShareCard; status: 200 | 404 | 410 } {
  const { missing, deleted } = CARD_TEXTS[language];
  const nothing = { ...NOTHING, robots: [...NOTHING.robots], ...missing };
  switch (found?.kind) {
    case "card":
      return { card: found, status: 200 };
    case "gone":
      return { card: { ...nothing, description: deleted }, status: 410 };
    case undefined:
      return { card: nothing, status: 404 };
  }
}

/** The member may change their name back, so the redirect must not be cached for long. */
function redirectTo(Location: string): Response {
  return new Response(null, { status: 308, headers: { Location, "Cache-Control": "no-cache" } });
}

function answer(markup: Awaited<Html>, status: number, { robots }: ShareCard): Response {
  const csp = `default-src 'none'; img-src ${new URL(siteOrigin()).origin}; frame-ancestors 'none'; base-uri 'none'`;
  return new Response(String(markup), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": csp,
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
      ...(robots.length > 0 && { "X-Robots-Tag": robots.join(", ") }),
    },
  });
}

async function pageOf(card: ShareCard, address: string): Promise<Awaited<Html>> {
  const site = onSite(card.path);
  return await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${await tagsOf(card, address, "en")}
        <link rel="icon" href="${onSite("/favicon.svg")}" type="image/svg+xml" />
        <meta http-equiv="refresh" content="0; url=${site}" />
      </head>
      <body>
        <p><a href="${site}">${card.title} · ${SITE_NAME}</a></p>
      </body>
    </html>`;
}

/** @param address - Where other sites read the card; null if it has none. */
async function tagsOf(
  card: ShareCard,
  address: string | null,
  language: Language,
): Promise<Awaited<Html>> {
  const { path, title, description, image, robots, feed } = card;
  const shown = image ?? logo();
  return await html`<title>${title} · ${SITE_NAME}</title>
    <meta name="description" content="${description}" />
    <meta name="robots" content="${robots.length === 0 ? "all" : robots.join(", ")}" />
    ${address !== null && (await linksOf(path, address))}
    ${
      feed !== null &&
      html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${onSite(feed)}" />`
    }
    <meta property="og:site_name" content="${SITE_NAME}" />
    <meta property="og:type" content="website" />
    <meta property="og:locale" content="${OG_LOCALES[language]}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${shown.url}" />
    ${shown.size && sizeOf(shown.size)}
    <meta property="og:image:alt" content="${shown.alt}" />
    <meta name="twitter:card" content="${CARD_LOOK[shown.look]}" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${shown.url}" />
    <meta name="twitter:image:alt" content="${shown.alt}" />`;
}

function linksOf(path: string, address: string): Html {
  return html`<link rel="canonical" href="${onSite(path)}" />
    <meta property="og:url" content="${address}" />`;
}

function logo(): NonNullable<ShareCard["image"]> {
  const size = { width: LOGO_PX, height: LOGO_PX };
  return { url: onSite("/logo.png"), alt: "The Spotlight mark", size, look: "small" };
}

function sizeOf({ width, height }: { width: number; height: number }): Html {
  return html`<meta property="og:image:width" content="${width}" />
    <meta property="og:image:height" content="${height}" />`;
}

import { html } from "hono/html";
import { internal } from "./_generated/api";
import { env, httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import type { ShareCard } from "./community/shareCards";

/** Markup whose values are escaped, safe as text and inside quoted attributes. */
type Html = ReturnType<typeof html>;

const ADDRESS = /^\/share\/([au])\/([^/]+)$/;
const SITE_NAME = "Spotlight";
const LOGO_PX = 200;

const NOTHING: ShareCard = {
  path: "/",
  title: "Page not found",
  description: "This was taken down, or the address has a typo.",
  image: null,
  robots: ["noindex"],
};

/**
 * `GET /share/a/<id>` and `/share/u/<username>`: a page with a share card for
 * crawlers, which sends people on to the site. The site's own page is rendered in
 * the browser, and most crawlers run no scripts.
 */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const address = new URL(request.url);
  const card = await cardAt(ctx, address.pathname);
  const { robots } = card ?? NOTHING;
  const markup = await pageOf(card ?? NOTHING, `${address.origin}${address.pathname}`);
  return new Response(String(markup), {
    status: card ? 200 : 404,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
      ...(robots.length > 0 && { "X-Robots-Tag": robots.join(", ") }),
    },
  });
});

async function cardAt(ctx: ActionCtx, pathname: string): Promise<ShareCard | null> {
  const [, kind, name = ""] = ADDRESS.exec(pathname) ?? [];
  const named = decode(name);
  if (kind === undefined || named === null) return null;
  const { ofWork, ofArtist } = internal.community.shareCards;
  return kind === "a"
    ? await ctx.runQuery(ofWork, { id: named })
    : await ctx.runQuery(ofArtist, { username: named });
}

/** Null: no address of the site contains it. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function pageOf({ path, title, description, image, robots }: ShareCard, address: string): Html {
  const site = new URL(path, siteOrigin()).href;
  const shown = image ?? logo();
  // Only works are shown large: profile images and the site's logo are small.
  const look = image?.size ? "summary_large_image" : "summary";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${SITE_NAME}</title>
        <meta name="description" content="${description}" />
        <meta name="robots" content="${robots.length === 0 ? "all" : robots.join(", ")}" />
        <meta property="og:site_name" content="${SITE_NAME}" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="en_US" />
        <meta property="og:url" content="${address}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:image" content="${shown.url}" />
        ${shown.size && sizeOf(shown.size)}
        <meta property="og:image:alt" content="${shown.alt}" />
        <meta name="twitter:card" content="${look}" />
        <meta name="twitter:title" content="${title}" />
        <meta name="twitter:description" content="${description}" />
        <meta name="twitter:image" content="${shown.url}" />
        <meta name="twitter:image:alt" content="${shown.alt}" />
        <meta http-equiv="refresh" content="0; url=${site}" />
      </head>
      <body>
        <p><a href="${site}">${title} · ${SITE_NAME}</a></p>
      </body>
    </html>`;
}

function logo(): NonNullable<ShareCard["image"]> {
  const url = new URL("/logo.png", siteOrigin()).href;
  return { url, alt: "The Spotlight mark", size: { width: LOGO_PX, height: LOGO_PX } };
}

function sizeOf({ width, height }: { width: number; height: number }): Html {
  return html`<meta property="og:image:width" content="${width}" />
    <meta property="og:image:height" content="${height}" />`;
}

function siteOrigin(): string {
  const origin = env.SITE_ORIGIN;
  if (!origin) throw new Error("SITE_ORIGIN is not set: shared addresses lead nowhere");
  return origin;
}

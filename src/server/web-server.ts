import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Handler, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { languageDetector } from "hono/language";
import type { DrawPage } from "./drawn-page";
import { forwardTo } from "./forward";
import { findHead, withHead } from "./page-head";
import { headersFor, onlyUnder, withHeaders } from "./site-headers";

/** The deployment of the page. */
export interface Addresses {
  url: string;
  siteUrl: string;
}

/** The paths that the deployment serves under the site's own address. */
const FORWARDED = ["/robots.txt", "/sitemap.xml", "/sitemap/*", "/feeds/*"];

/** The language of the page: src/language/languages.ts picks the same in the browser. */
const pickLanguage = languageDetector({
  order: ["cookie", "header"],
  supportedLanguages: ["en", "de"],
  fallbackLanguage: "en",
  caches: false,
});

/** The services that a site's pages may load, and the host names that it answers to. */
interface SiteOptions {
  /** Host names besides `localhost`. */
  hosts?: readonly string[];
  clerkKey?: string | undefined;
  analyticsId?: string | undefined;
}

/** Fills in the tag that src/env.ts reads. */
export function nameDeployment(page: string, { url, siteUrl }: Addresses): string {
  const named = JSON.stringify({ VITE_CONVEX_URL: url, VITE_CONVEX_SITE_URL: siteUrl });
  return page.replace(
    /(<meta name="spotlight-env" content=)""/,
    (_, tag: string) => `${tag}"${encodeURIComponent(named)}"`,
  );
}

/**
 * Serves files by name, in the smallest encoding that a browser accepts; every other
 * path gets the page.
 *
 * @param draw - Renders the visitor's view into the page. Without it the browser
 *   renders everything.
 */
export function builtSite(
  addresses: Addresses,
  root: string,
  draw?: DrawPage,
  { hosts = [], ...options }: SiteOptions = {},
): Hono {
  const site = new Hono();
  const inlineScripts = draw?.script === undefined ? [] : [draw.script];
  const headers = headersFor({ ...addresses, inlineScripts, ...options });
  site.use(onlyUnder(hosts), withHeaders(headers));
  const files = serveStatic({ root, precompressed: true });
  // Read once, so that it matches the renderer: a build in the meantime writes another page.
  const named = nameDeployment(readFileSync(join(root, "index.html"), "utf8"), addresses);
  const page = pageHandler(named, addresses, draw);
  site.use(cached("no-cache"));
  const forward = forwardTo(addresses.siteUrl);
  for (const path of FORWARDED) site.get(path, forward);
  // The service worker shows this page when the network is down: see public/service-worker.js.
  site.get("/index.html", compress(), ({ html, header }) => {
    header("X-Robots-Tag", "noindex");
    return html(named);
  });
  // The names of assets contain a hash.
  site.use("/assets/*", cached("public, max-age=31536000, immutable"));
  site.get("/assets/*", files, ({ header, notFound }) => {
    header("Cache-Control", "no-cache");
    return notFound();
  });
  site.get("/:file{.+[.].+}", files);
  site.get("*", compress(), pickLanguage, page);
  return site;
}

/** The page of an address: its own head, and the visitor's view if the server can render it. */
function pageHandler(
  named: string,
  { url: convexUrl, siteUrl: convexSiteUrl }: Addresses,
  draw?: DrawPage,
): Handler {
  return async ({ req, get, html, header, redirect }) => {
    const { pathname: path, search } = new URL(req.url);
    const language = get("language") === "de" ? "de" : "en";
    const request = { path, search, language, convexUrl, convexSiteUrl } as const;
    const spoken = named.replace('<html lang="en">', `<html lang="${language}">`);
    header("Vary", "Accept-Language, Cookie", { append: true });
    const [drawn, head] = await Promise.all([
      draw?.(spoken, request).catch(tell(spoken)) ?? spoken,
      draw?.describe ? findHead(draw.describe, request, convexSiteUrl) : null,
    ]);
    if (head?.status === 308) return redirect(head.location, head.status);
    if (!head) return html(drawn);
    if (head.robots !== null) header("X-Robots-Tag", head.robots);
    return html(withHead(drawn, head), head.status);
  };
}

/** If the server cannot render a page, the browser does. */
function tell(page: string): (error: unknown) => string {
  return (error) => {
    console.error(error);
    return page;
  };
}

function cached(how: string): MiddlewareHandler {
  return async ({ header }, next) => {
    header("Cache-Control", how);
    await next();
  };
}

/** Serves the site on a port. Returns a function that stops the server. */
export async function listen(
  { fetch }: Hono,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const listener = getRequestListener(fetch);
  const server = createServer((request, response) => void listener(request, response));
  server.listen(port, host);
  await once(server, "listening");
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}

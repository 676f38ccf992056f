import { html } from "hono/html";
import type { describePage } from "./draw-page";

/** `describePage` of `draw-page.tsx`, as the build compiles it. */
export type DescribePage = typeof describePage;

/** The metadata of a URL before any script runs. */
export interface PageHead {
  status: 200 | 404 | 410;
  /** The value of `X-Robots-Tag`; null: none. */
  robots: string | null;
  /** The tags that replace the page's own. */
  tags: { html: string; hasPicture: boolean };
}

/** For a URL that has moved: the current one, on this site. */
interface Moved {
  status: 308;
  location: string;
}

/** After this time, users would rather have the page without it. */
const PATIENCE_MS = 1000;
const NOINDEX = "noindex";

/**
 * The head of a page of the site. The deployment describes works, members, collections, studios and
 * tags; the site itself describes the rest.
 *
 * @returns Null if the deployment does not respond: the page keeps its own head.
 */
export async function findHead(
  describe: DescribePage,
  { path, search, language }: { path: string; search: string; language: "en" | "de" },
  siteUrl: string,
): Promise<PageHead | Moved | null> {
  const page = await describe(path, search, language);
  switch (page.kind) {
    case "unknown":
      return { ...(await closedHead(page.title)), status: 404 };
    case "own":
      return await closedHead("Spotlight");
    case "open":
      return { status: 200, robots: null, tags: await textTags(page) };
    case "shared":
      return await askHead(headOf(page.path, language, siteUrl), search);
  }
}

/** English is the deployment's default. */
function headOf(path: string, language: "en" | "de", siteUrl: string): URL {
  const address = new URL(`/heads${path}`, siteUrl);
  if (language !== "en") address.searchParams.set("language", language);
  return address;
}

async function askHead(address: URL, search: string): Promise<PageHead | Moved | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, { redirect: "manual", signal });
    const { status, headers } = response;
    const location = headers.get("Location");
    if (status === 308 && location !== null) return { status, location: `${location}${search}` };
    if (status !== 200 && status !== 404 && status !== 410) return null;
    const tags = { html: await response.text(), hasPicture: true };
    return { status, robots: headers.get("X-Robots-Tag"), tags };
  } catch {
    return null;
  }
}

async function closedHead(title: string): Promise<PageHead> {
  const tags = await html`<title>${title}</title>
    <meta name="robots" content="${NOINDEX}" />`;
  return { status: 200, robots: NOINDEX, tags: { html: String(tags), hasPicture: false } };
}

async function textTags(page: { path: string; title: string; description: string }) {
  const { path, title, description } = page;
  const tags = await html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${path}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />`;
  return { html: String(tags), hasPicture: false };
}

const TEXTS = /<!--page-texts-->.*?<!--\/page-texts-->/s;
const PICTURE = /<!--page-picture-->.*?<!--\/page-picture-->/s;

/** Replaces the tags in a page's head. */
export function withHead(page: string, { tags }: PageHead): string {
  const named = page.replace(TEXTS, () => tags.html);
  return tags.hasPicture ? named.replace(PICTURE, "") : named;
}

import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import { vListed } from "./community/sitemap/tables";
import { onSite } from "./siteAddress";
import { nothingThere, xml, xmlResponse, xmlTime } from "./xml";

const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";
const ADDRESS = /^\/sitemap\/(\w+)-([1-9]\d{0,4})\.xml$/;
const TABLES = vListed.members.map(({ value }) => value);
const KEPT = { type: "application/xml", seconds: 3600 };
const { pages } = internal.community.sitemap;

/** Pages of the site that are not a member's. */
const OWN_PAGES = ["/", "/explore", "/pricing", "/help", "/rules", "/terms", "/privacy"];
/** Pages that show nothing to a crawler, because they are private, or forms. */
const CLOSED_PAGES = ["/dev/", "/insights", "/notifications", "/settings", "/thanks", "/upload"];

/** `GET /sitemap.xml`: the pages of the sitemap. */
export const index = httpAction(async (ctx: ActionCtx) => {
  const tables = await ctx.runQuery(pages.index, {});
  const paths = tables.flatMap(({ table, pages: count }) =>
    Array.from({ length: count }, (_, n) => `/sitemap/${table}-${n + 1}.xml`),
  );
  const rows = ["/sitemap/site-1.xml", ...paths].map((path) => {
    return xml`<sitemap><loc>${onSite(path)}</loc></sitemap>`;
  });
  return await xmlResponse(xml`<sitemapindex xmlns="${SCHEMA}">${rows}</sitemapindex>`, KEPT);
});

/** `GET /sitemap/<table>-<page>.xml`: one page of the sitemap. */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const [, name = "", page = ""] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
  const addresses = await listed(ctx, name, Number(page));
  if (!addresses) return nothingThere();
  const rows = addresses.map(({ path, changedAt }) => {
    const changed = changedAt !== null && xml`<lastmod>${xmlTime(changedAt)}</lastmod>`;
    return xml`<url><loc>${onSite(path)}</loc>${changed}</url>`;
  });
  return await xmlResponse(xml`<urlset xmlns="${SCHEMA}">${rows}</urlset>`, KEPT);
});

/** `GET /robots.txt` */
export const robots = httpAction(async () => {
  const closed = CLOSED_PAGES.map((path) => `Disallow: ${path}`);
  const lines = ["User-agent: *", ...closed, "", `Sitemap: ${onSite("/sitemap.xml")}`, ""];
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": `public, max-age=${KEPT.seconds}`,
  };
  return await Promise.resolve(new Response(lines.join("\n"), { headers }));
});

async function listed(ctx: ActionCtx, name: string, page: number) {
  if (name === "site" && page === 1) {
    const own = OWN_PAGES.map((path) => ({ path, changedAt: null }));
    return [...own, ...(await ctx.runQuery(pages.tags, {}))];
  }
  const table = TABLES.find((each) => each === name);
  return table ? await ctx.runQuery(pages.list, { table, page }) : null;
}

/** Where the host's pages are; undefined: nobody said, so no page may be named. */
export function siteOrigin(): string | undefined {
  return process.env["SITE_ORIGIN"];
}

/**
 * Joins a path on the site to the site's origin.
 *
 * @returns The absolute address; null unless `path` is a path of this very
 *   site. Nothing else may follow a payment page.
 */
export function joinSite(path: string, origin: string | undefined): string | null {
  if (origin === undefined || !/^\/(?![/\\])/.test(path) || hasControlCharacter(path)) return null;
  const site = new URL(origin);
  const joined = new URL(path, site);
  return joined.origin === site.origin ? joined.href : null;
}

/** Whether pages of `origin` are among those that `sites` names. Alike is not the same. */
export function isOriginOf(sites: readonly (string | undefined)[], origin: string): boolean {
  return sites.some((site) => site !== undefined && new URL(site).origin === origin);
}

/** URL parsing drops tabs and line breaks, so a path could hide "//" behind one. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((char) => char < " " || char === "\u007f");
}

/**
 * The origin of the host's pages; undefined if it is not set: then no page may be named.
 *
 * @throws {Error} If it is no web address.
 */
export function siteOrigin(): string | undefined {
  const origin = process.env["SITE_ORIGIN"];
  return origin ? webAddress(origin, "SITE_ORIGIN") : undefined;
}

/** @throws {Error} If the value of the setting `name` is no web address. */
export function webAddress(value: string, name: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error(`${name} is "${value}": it must be an address such as https://example.com`);
}

/**
 * Joins a path on the site to the site's origin.
 *
 * @returns The absolute address; null unless `path` is a path on this site. A payment
 *   page must lead nowhere else.
 */
export function joinSite(path: string, origin: string): string | null {
  if (!/^\/(?![/\\])/.test(path) || hasControlCharacter(path)) return null;
  const site = new URL(origin);
  const joined = new URL(path, site);
  return joined.origin === site.origin ? joined.href : null;
}

/** Whether `origin` is one of `sites`. A similar origin does not count. */
export function isOriginOf(sites: readonly (string | undefined)[], origin: string): boolean {
  return sites.some((site) => site !== undefined && new URL(site).origin === origin);
}

/** URL parsing drops tabs and line breaks, so a path could hide "//" behind one. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((char) => char < " " || char === "\u007f");
}

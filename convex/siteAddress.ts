import { env } from "./_generated/server";

/** The site's public address, such as `https://art.example`. @throws If it is not set. */
export function siteOrigin(): string {
  const origin = env.SITE_ORIGIN;
  if (!origin) throw new Error("SITE_ORIGIN is not set: shared addresses lead nowhere");
  return origin;
}

/** The full address of a path of the site. */
export function onSite(path: string): string {
  return new URL(path, siteOrigin()).href;
}

/** The text of one part of a path; null if no URL of the site contains it. */
export function partOf(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

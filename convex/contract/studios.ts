import { isReservedUsername } from "./usernames";

const SLUG_MAX_LENGTH = 30;
const SLUG = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;

/**
 * Whether a studio may have this address: 3 to 30 small letters, digits and hyphens
 * within. Addresses that the site reserves are not allowed.
 */
export function isStudioSlug(slug: string): boolean {
  return SLUG.test(slug) && !isReservedUsername(slug);
}

/**
 * The address that a name suggests: `Ink & Öl Room` is `ink-ol-room`. It may be
 * too short to be valid.
 */
export function studioSlugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-|-$/g, "");
}

import { isReservedUsername } from "./usernames";

const SLUG_MAX_LENGTH = 30;
const SLUG = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;

/**
 * Whether a studio may have this address: 3 to 30 lower-case letters and digits, with hyphens only
 * between them. Reserved addresses are not allowed.
 */
export function isStudioSlug(slug: string): boolean {
  return SLUG.test(slug) && !isReservedUsername(slug);
}

/**
 * The address suggested for a name: `Ink & Öl Room` becomes `ink-ol-room`. It may be too short to
 * be valid.
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

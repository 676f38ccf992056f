/** The rules for a studio's name. */
export const STUDIO_NAME_MAX_LENGTH = 60;

const SLUG_MAX_LENGTH = 30;
const SLUG = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;
/** Addresses that the site uses itself. */
const RESERVED: readonly string[] = ["new"];

/** Whether a studio may have this address: 3 to 30 small letters, digits and hyphens within. */
export function isStudioSlug(slug: string): boolean {
  return SLUG.test(slug) && !RESERVED.includes(slug);
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

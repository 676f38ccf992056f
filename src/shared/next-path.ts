const OTHER_ORIGIN = "https://elsewhere.invalid";

/**
 * Where to go after sign-in: the `next` of a query string, if it is a path of this
 * site.
 *
 * @param home - Where to go without a `next`.
 * @returns A path with its query and fragment; "/" for anything that could lead
 *   elsewhere.
 */
export function readNextPath(search: string, home = "/"): string {
  const next = new URLSearchParams(search).get("next");
  if (next === null) return home;
  if (!next.startsWith("/")) return "/";
  const path = pathAt(next);
  // Resolving "/..//host" gives "//host", which a browser reads as a URL of another site.
  return path !== null && pathAt(path) === path ? path : "/";
}

/** Resolves a relative URL like a browser: path, query and fragment; null for another site. */
function pathAt(address: string): string | null {
  if (!URL.canParse(address, OTHER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(address, OTHER_ORIGIN);
  return origin === OTHER_ORIGIN ? `${pathname}${search}${hash}` : null;
}

/** The URL of a screen that returns to `path` afterwards. */
export function withNextPath(screen: "/sign-in" | "/sign-up", path: string): string {
  return path === "/" ? screen : `${screen}?next=${encodeURIComponent(path)}`;
}

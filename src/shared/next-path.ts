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
  if (!next.startsWith("/") || !URL.canParse(next, OTHER_ORIGIN)) return "/";
  const { origin, pathname, search: query, hash } = new URL(next, OTHER_ORIGIN);
  // Browsers read "//host" and "/\host" as addresses of another site.
  return origin === OTHER_ORIGIN ? `${pathname}${query}${hash}` : "/";
}

/** The address of a screen that returns to `path` afterwards. */
export function withNextPath(screen: "/sign-in" | "/sign-up", path: string): string {
  return path === "/" ? screen : `${screen}?next=${encodeURIComponent(path)}`;
}

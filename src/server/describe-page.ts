import { routeOf } from "../app/routes";
import type { SiteRoute } from "../app/routes";
import { titleOf } from "../app/use-page-arrival";
import { t } from "../language/text";

/** What the site itself knows about a URL, before it asks the deployment. */
export type DescribedPage =
  /** The site has no such page. */
  | { kind: "unknown"; title: string }
  /** For one member, or a form: search engines do not index it. */
  | { kind: "own" }
  /** A page that is the same for everyone; `path` is its canonical address. */
  | { kind: "open"; path: string; title: string; description: string }
  /** A page about a work, a member and so on: the deployment describes `path`. */
  | { kind: "shared"; path: string };

/** The page of a URL, in the current language. Matches like the browser's router. */
export function describePage(path: string, search: string): DescribedPage {
  const route = routeOf(path);
  if (!route) return { kind: "unknown", title: titleOf(path, t("Page not found")) };
  if (route.isShared) {
    const part = path.replace(/\/$/, "").split("/").at(-1) ?? "";
    return { kind: "shared", path: route.path.replace(/:\w+/, () => part) };
  }
  if (route.path === "/explore") return describeExplore(route, new URLSearchParams(search));
  return describeOpen(route);
}

function describeExplore(route: SiteRoute, search: URLSearchParams): DescribedPage {
  const tag = search.get("tag");
  // Search results are only for the visitor who searches.
  if ((search.get("q") ?? "").trim() !== "") return { kind: "own" };
  if (tag === null) return describeOpen(route);
  return { kind: "shared", path: `/explore?tag=${encodeURIComponent(tag)}` };
}

function describeOpen({ path, title, description }: SiteRoute): DescribedPage {
  if (description === undefined) return { kind: "own" };
  const shown = titleOf(path, title === null ? null : t(title));
  return { kind: "open", path, title: shown, description: t(description) };
}

import { routeOf } from "../app/routes";
import { titleOf } from "../app/use-page-arrival";
import { msg, t } from "../language/text";

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

/** The pages that are not a member's. */
const OPEN = {
  "/": {
    title: null,
    description: msg("A community where digital artists share their creativity authentically."),
  },
  "/explore": {
    title: msg("Explore"),
    description: msg("Find digital art by its artist, its medium, its tags and how it was made."),
  },
  "/pricing": {
    title: msg("Pricing"),
    description: msg("What Spotlight costs: a free plan, plans for artists, and one for studios."),
  },
  "/help": {
    title: msg("Help"),
    description: msg(
      "How to share work on Spotlight, what plans include, and what to do with a problem.",
    ),
  },
  "/rules": {
    title: msg("Rules"),
    description: msg("What members of Spotlight agree on, and what happens after a report."),
  },
  "/terms": {
    title: msg("Terms"),
    description: msg("Your work stays yours: what you and Spotlight can expect from each other."),
  },
  "/privacy": {
    title: msg("Privacy"),
    description: msg("What Spotlight stores about you, for how long, and who else sees it."),
  },
} as const;

/** The routes that the deployment describes. */
const SHARED: readonly string[] = ["/a/:id", "/u/:username", "/collections/:id", "/studio/:slug"];

/** The page of a URL, in the current language. Matches like the browser's router. */
export function describePage(path: string, search: string): DescribedPage {
  const route = routeOf(path);
  if (!route) return { kind: "unknown", title: titleOf(path, t("Page not found")) };
  if (SHARED.includes(route.path)) {
    const part = path.replace(/\/$/, "").split("/").at(-1) ?? "";
    return { kind: "shared", path: route.path.replace(/:\w+/, () => part) };
  }
  if (route.path === "/explore") return describeExplore(new URLSearchParams(search));
  return describeOpen(route.path);
}

function describeExplore(search: URLSearchParams): DescribedPage {
  const tag = search.get("tag");
  // Search results are only for the visitor who searches.
  if ((search.get("q") ?? "").trim() !== "") return { kind: "own" };
  if (tag === null) return describeOpen("/explore");
  return { kind: "shared", path: `/explore?tag=${encodeURIComponent(tag)}` };
}

function describeOpen(path: string): DescribedPage {
  if (!isOpen(path)) return { kind: "own" };
  const { title, description } = OPEN[path];
  const shown = titleOf(path, title === null ? null : t(title));
  return { kind: "open", path, title: shown, description: t(description) };
}

function isOpen(path: string): path is keyof typeof OPEN {
  return Object.hasOwn(OPEN, path);
}

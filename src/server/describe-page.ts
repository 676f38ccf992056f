import { ROUTES } from "../app/routes";

/** What the site itself knows about an address, before it asks the deployment. */
export type DescribedPage =
  /** The site has no such page. */
  | { kind: "unknown" }
  /** For one member, or a form: nothing for search engines. */
  | { kind: "own" }
  /** A page that everyone sees alike; `path` is its canonical address. */
  | { kind: "open"; path: string; title: string; description: string }
  /** About a work, a member …: the deployment describes `path`. */
  | { kind: "shared"; path: string };

/** The pages that belong to no one. */
const OPEN: Readonly<Record<string, { title: string; description: string }>> = {
  "/": {
    title: "Spotlight",
    description: "A community where digital artists share their creativity authentically.",
  },
  "/explore": {
    title: "Explore · Spotlight",
    description: "Find digital art by its artist, its medium, its tags and how it was made.",
  },
  "/pricing": {
    title: "Pricing · Spotlight",
    description: "What Spotlight costs: a free plan, plans for artists, and one for studios.",
  },
  "/help": {
    title: "Help · Spotlight",
    description:
      "How to share work on Spotlight, what plans include, and what to do with a problem.",
  },
  "/rules": {
    title: "Rules · Spotlight",
    description: "What members of Spotlight agree on, and what happens after a report.",
  },
  "/terms": {
    title: "Terms · Spotlight",
    description: "Your work stays yours: what you and Spotlight can expect from each other.",
  },
  "/privacy": {
    title: "Privacy · Spotlight",
    description: "What Spotlight stores about you, for how long, and who else sees it.",
  },
};

/** The routes that the deployment describes. */
const SHARED: readonly string[] = ["/a/:id", "/u/:username", "/collections/:id", "/studio/:slug"];

/** Which page of the site an address leads to. It matches as the browser's router does. */
export function describePage(path: string, search: string): DescribedPage {
  const route = ROUTES.find(({ path: pattern }) => patternOf(pattern).test(path));
  if (!route) return { kind: "unknown" };
  if (SHARED.includes(route.path)) {
    const part = path.replace(/\/$/, "").split("/").at(-1) ?? "";
    return { kind: "shared", path: route.path.replace(/:\w+/, () => part) };
  }
  if (route.path === "/explore") return describeExplore(new URLSearchParams(search));
  return describeOpen(route.path);
}

function describeExplore(search: URLSearchParams): DescribedPage {
  const tag = search.get("tag");
  // The results of a search are a page for whoever searches.
  if ((search.get("q") ?? "").trim() !== "") return { kind: "own" };
  if (tag === null) return describeOpen("/explore");
  return { kind: "shared", path: `/explore?tag=${encodeURIComponent(tag)}` };
}

function describeOpen(path: string): DescribedPage {
  const page = OPEN[path];
  return page ? { kind: "open", path, ...page } : { kind: "own" };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`, "i");
}

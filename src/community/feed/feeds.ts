import { api } from "../../../convex/_generated/api";

/** The walls of the home page, in the order of their tabs. */
export const FEEDS = [
  {
    id: "following",
    label: "Following",
    href: "/?feed=following",
    query: api.community.feed.functions.following,
  },
  { id: "fresh", label: "Fresh", href: "/", query: api.community.artworks.functions.feed },
  {
    id: "trending",
    label: "Trending",
    href: "/?feed=trending",
    query: api.community.feed.functions.trending,
  },
] as const;

export type Feed = (typeof FEEDS)[number];

const FRESH = FEEDS[1];

/** The grid that an address asks for; what it does not say is fresh. */
export function feedOf(id: string | null): Feed {
  return FEEDS.find((feed) => feed.id === id) ?? FRESH;
}

import { msg } from "../../language/text";
import { api } from "../../../convex/_generated/api";

/** The feeds of the home page, in the order of their tabs. */
export const FEEDS = [
  {
    id: "following",
    label: msg("Following"),
    href: "/?feed=following",
    query: api.community.feed.functions.following,
  },
  { id: "fresh", label: msg("Fresh"), href: "/", query: api.community.artworks.functions.feed },
  {
    id: "trending",
    label: msg("Trending"),
    href: "/?feed=trending",
    query: api.community.feed.functions.trending,
  },
] as const;

export type Feed = (typeof FEEDS)[number];

const FRESH = FEEDS[1];

/** The feed in a URL; the default is "new". */
export function feedOf(id: string | null): Feed {
  return FEEDS.find((feed) => feed.id === id) ?? FRESH;
}

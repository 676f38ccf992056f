import { msg, t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { FollowButton } from "../follow-button";
import { EmptyState } from "../grid/empty-state";
import type { Feed } from "./feeds";

const EMPTY = {
  following: {
    title: msg("No works here yet"),
    words: msg(
      "Follow a few artists and their new work appears here, newest first. Nothing else gets in between.",
    ),
    next: { href: "/?feed=trending", label: msg("Find artists") },
  },
  fresh: {
    title: msg("No works here yet"),
    words: msg("What people share appears here, newest first. Nothing else gets in between."),
    next: { href: "/upload", label: msg("Share the first work") },
  },
  trending: {
    title: msg("Nothing is trending yet"),
    words: msg("Works that people like and talk about appear here."),
    next: { href: "/", label: msg("See what is fresh") },
  },
} as const satisfies Record<Feed["id"], unknown>;

/** Explains why a feed is empty, and offers a next step. */
export function EmptyFeed({ feed }: { feed: Feed }) {
  const { title, words, next } = EMPTY[feed.id];
  const action = (
    <Link className="billing-button" data-look="primary" data-size="large" href={next.href}>
      {t(next.label)}
    </Link>
  );
  return (
    <EmptyState
      look="empty"
      heading="h2"
      title={t(title)}
      action={action}
      more={feed.id === "following" && <Artists />}
    >
      {t(words)}
    </EmptyState>
  );
}

/** Suggested artists whom the user does not follow yet. */
function Artists() {
  const artists = useQuery(api.community.relationships.follows.suggested, {}) ?? [];
  if (artists.length === 0) return null;
  return (
    <ul className="gallery-artists" aria-label={t("Artists to follow")}>
      {artists.map((artist) => (
        <li key={artist.username}>
          <Link href={`/u/${artist.username}`}>
            <Avatar name={artist.name} imageUrl={artist.avatarUrl ?? undefined} />
            {artist.name}
          </Link>
          <FollowButton artist={artist} look="outline" />
        </li>
      ))}
    </ul>
  );
}

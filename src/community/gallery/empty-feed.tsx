import { Link } from "wouter";
import type { Feed } from "./feeds";

const EMPTY = {
  following: {
    title: "Nobody you follow has hung anything yet",
    words: "Follow a few artists and their new work hangs here, newest first.",
    next: { href: "/?feed=trending", label: "Find artists to follow" },
  },
  fresh: {
    title: "Nothing on this wall yet",
    words: "What people share hangs here, newest first. Nothing else gets in between.",
    next: { href: "/upload", label: "Hang the first work" },
  },
  trending: {
    title: "Nothing gets attention yet",
    words: "Works that people like and talk about hang here.",
    next: { href: "/", label: "See what is fresh" },
  },
} as const satisfies Record<Feed["id"], unknown>;

/** Why a wall of the home page is empty, and what to do about it. */
export function EmptyFeed({ feed }: { feed: Feed }) {
  const { title, words, next } = EMPTY[feed.id];
  return (
    <section className="gallery-empty">
      <div className="gallery-frames" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <h2>{title}</h2>
      <p>{words}</p>
      <Link className="ui-button" data-look="primary" data-size="large" href={next.href}>
        {next.label}
      </Link>
    </section>
  );
}

import { plural, t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { useIdentity } from "../../identity/index";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { ScreenBoundary } from "../grid/screen-boundary";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";
import { EmptyFeed } from "./empty-feed";
import { FEEDS, feedOf } from "./feeds";
import type { Feed } from "./feeds";
import { useNewWorks } from "./use-new-works";
import "./feed-screen.css";

/** The home page: following, new and trending works. Visitors see the new ones. */
export function FeedScreen() {
  const [search] = useSearchParams();
  const { status } = useIdentity();
  const feed = feedOf(status === "signedOut" ? null : search.get("feed"));
  return (
    <ScreenBoundary key={feed.id} title={t("The gallery did not load")}>
      {feed.id === "fresh" ? <FreshWorks /> : <Works feed={feed} />}
    </ScreenBoundary>
  );
}

/** Newest first, below today's featured work. The grid does not move when new works arrive. */
function FreshWorks() {
  const feed = feedOf(null);
  const pages = useScrollRestoration(feed.id, usePaginatedQuery(feed.query, {}, FIRST_PAGE));
  const { shownWorks, waiting, show } = useNewWorks(pages.works);
  return (
    <FeedPage
      feed={feed}
      pages={{ ...pages, works: shownWorks }}
      news={
        waiting > 0 && (
          <button type="button" className="gallery-news" onClick={show}>
            <span className="featured-dot" />
            {plural(waiting, "1 new work", "{count} new works")}
          </button>
        )
      }
    />
  );
}

function Works({ feed }: { feed: Feed }) {
  const pages = useScrollRestoration(feed.id, usePaginatedQuery(feed.query, {}, FIRST_PAGE));
  return <FeedPage feed={feed} pages={pages} />;
}

interface FeedPageProps {
  feed: Feed;
  pages: ReturnType<typeof useScrollRestoration>;
  news?: ReactNode;
}

function FeedPage({ feed, pages, news }: FeedPageProps) {
  const { works, isLoading, isEmpty, onNearEnd } = pages;
  return (
    <div className="gallery">
      <header className="gallery-head">
        <Welcome feed={feed} />
        <div role="status">{news}</div>
      </header>
      {isEmpty && <EmptyFeed feed={feed} />}
      {isLoading ? (
        <GridSkeleton kind={feed.id === "fresh" ? "gallery" : "mixed"} />
      ) : (
        <Grid
          works={works}
          kind={works[0]?.isFeatured ? "gallery" : "mixed"}
          onNearEnd={onNearEnd}
        />
      )}
    </div>
  );
}

function Welcome({ feed }: { feed: Feed }) {
  const { status } = useIdentity();
  if (status !== "signedOut") return <FeedTabs feed={feed} />;
  return (
    <>
      <h1>{t("Art, shared by the artists who make it")}</h1>
      <Link className="billing-button" data-look="primary" href="/sign-up">
        {t("Join Spotlight")}
      </Link>
    </>
  );
}

function FeedTabs({ feed }: { feed: Feed }) {
  return (
    <div>
      <h1>
        <VisuallyHidden>{feed.label}</VisuallyHidden>
      </h1>
      <nav className="gallery-tabs" aria-label={t("Feeds")}>
        {FEEDS.map(({ id, label, href }) => (
          <Link
            key={id}
            className="gallery-tab"
            href={href}
            aria-current={id === feed.id ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

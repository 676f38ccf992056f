import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { Frames } from "../wall/frames";
import { ScreenBoundary } from "../wall/screen-boundary";
import { Wall, WallSkeleton } from "../wall/wall";
import { useArrivals } from "./use-arrivals";
import "./gallery-screen.css";

const PAGE_SIZE = 24;

/** Everything that hangs, newest first. */
export function GalleryScreen() {
  return (
    <ScreenBoundary title="The gallery did not load">
      <Gallery />
    </ScreenBoundary>
  );
}

function Gallery() {
  const feed = usePaginatedQuery(api.community.artworks.feed, {}, { initialNumItems: PAGE_SIZE });
  const { hung, waiting, show } = useArrivals(feed.results);
  if (feed.status === "Exhausted" && feed.results.length === 0) return <EmptyGallery />;
  const loadMore = () => feed.loadMore(PAGE_SIZE);

  return (
    <div className="gallery">
      <header className="gallery-head">
        <Welcome />
        <div role="status">
          {waiting > 0 && (
            <button type="button" className="gallery-news" onClick={show}>
              <span className="lamp-dot" />
              {waiting === 1 ? "1 new work" : `${waiting} new works`}
            </button>
          )}
        </div>
      </header>
      {feed.status === "LoadingFirstPage" ? (
        <WallSkeleton kind="gallery" />
      ) : (
        <Wall
          works={hung}
          kind="gallery"
          onNearEnd={feed.status === "CanLoadMore" ? loadMore : null}
        />
      )}
    </div>
  );
}

function Welcome() {
  const { status } = useIdentity();
  if (status !== "signedOut") return <h1 className="gallery-tab">Fresh</h1>;
  return (
    <>
      <h1>Work by people who make it</h1>
      <Link className="ui-button" data-look="primary" href="/sign-up">
        Join Spotlight
      </Link>
    </>
  );
}

function EmptyGallery() {
  return (
    <Frames
      look="empty"
      title="Nothing on this wall yet"
      action={
        <Link className="ui-button" data-look="primary" data-size="large" href="/upload">
          Hang the first work
        </Link>
      }
    >
      What people share hangs here, newest first. Nothing else gets in between.
    </Frames>
  );
}

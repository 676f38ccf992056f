import { usePaginatedQuery, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { initialsOf } from "../../shell/avatar";
import { Frames } from "../wall/frames";
import { ScreenBoundary } from "../wall/screen-boundary";
import { Wall, WallSkeleton } from "../wall/wall";
import "./profile-screen.css";

const PAGE_SIZE = 24;

type Profile = NonNullable<FunctionReturnType<typeof api.community.profiles.byUsername>>;

/** One artist and their wall. */
export function ProfileScreen({ username }: { username: string }) {
  return (
    <ScreenBoundary title="This page did not load">
      <Found username={username} />
    </ScreenBoundary>
  );
}

function Found({ username }: { username: string }) {
  const profile = useQuery(api.community.profiles.byUsername, { username });
  if (profile === undefined) return <WallSkeleton kind="profile" />;
  if (profile) return <ArtistPage profile={profile} />;
  return (
    <Frames
      look="error"
      title="Nobody here goes by that name"
      action={
        <Link className="ui-button" data-look="primary" data-size="large" href="/">
          See the gallery
        </Link>
      }
    >
      The artist may have chosen another name, or the address has a typo.
    </Frames>
  );
}

function ArtistPage({ profile }: { profile: Profile }) {
  const { username, name, bio } = profile;
  return (
    <div className="profile">
      <div className="profile-cover" />
      <header className="profile-head">
        <span className="profile-avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div className="profile-words">
          <h1>{name}</h1>
          <p className="profile-username">{username}</p>
          {bio !== "" && <p>{bio}</p>}
        </div>
      </header>
      <nav className="profile-tabs" aria-label="Profile">
        <Link href={`/u/${username}`} aria-current="page">
          Gallery
        </Link>
      </nav>
      <ArtistWall username={username} />
    </div>
  );
}

function ArtistWall({ username }: { username: string }) {
  const own = useQuery(api.community.profiles.mine, {});
  const works = usePaginatedQuery(
    api.community.artworks.byProfile,
    { username },
    { initialNumItems: PAGE_SIZE },
  );
  const loadMore = () => works.loadMore(PAGE_SIZE);
  if (works.status === "LoadingFirstPage") return <WallSkeleton kind="profile" />;
  if (works.results.length === 0) return <NothingYet mine={own?.username === username} />;
  return (
    <Wall
      works={works.results}
      kind="profile"
      onNearEnd={works.status === "CanLoadMore" ? loadMore : null}
    />
  );
}

function NothingYet({ mine }: { mine: boolean }) {
  return (
    <section className="profile-empty">
      <h2>Nothing on this wall yet</h2>
      {mine ? (
        <>
          <p>Your first work hangs here as soon as you share it.</p>
          <Link className="ui-button" data-look="primary" href="/upload">
            Share new work
          </Link>
        </>
      ) : (
        <p>New work hangs here, newest first.</p>
      )}
    </section>
  );
}

import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link, Redirect, useSearchParams } from "wouter";
import { api } from "../../../convex/_generated/api";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { GridSkeleton } from "../grid/grid";
import { AboutTab } from "./about-tab";
import { CollectionsTab } from "./collections-tab";
import { addressOf, tabOf, tabsOf } from "./profile-data";
import type { Artist, ProfileTab } from "./profile-data";
import { DraftsTab } from "./drafts-tab";
import { ProfileHead } from "./profile-head";
import { WorksTab } from "./works-tab";
import "./profile-dialogs.css";
import "./profile-screen.css";

/** The profile of an artist, with their works. */
export function ProfileScreen({ username }: { username: string }) {
  return (
    <ScreenBoundary title={t("This page did not load")}>
      <Found username={username} />
    </ScreenBoundary>
  );
}

function Found({ username }: { username: string }) {
  const artist = useQuery(api.community.profiles.functions.get, { username });
  if (artist === undefined) return <ProfileSkeleton />;
  if (artist && artist.username.toLowerCase() !== username.toLowerCase()) {
    return <Redirect to={`/u/${artist.username}`} replace />;
  }
  if (artist) return <ArtistPage artist={artist} />;
  return (
    <EmptyState
      look="error"
      title={t("There is no artist with this name")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/">
          {t("See the gallery")}
        </Link>
      }
    >
      {t("The artist may have chosen another name, or the address has a typo.")}
    </EmptyState>
  );
}

function ArtistPage({ artist }: { artist: Artist }) {
  const [search] = useSearchParams();
  const tab = tabOf(search.get("tab"), artist);
  const { username } = artist;
  const counts = useQuery(api.community.profiles.functions.counts, { username });
  return (
    <div className="profile">
      <ProfileHead artist={artist} />
      <nav className="profile-tabs" aria-label={t("Profile")}>
        {tabsOf(artist).map(({ id, label }) => (
          <Link
            key={id}
            href={addressOf(artist.username, id)}
            aria-current={id === tab ? "page" : undefined}
          >
            {t(label)}
            {counts && id !== "about" && <TabCount count={counts[id]} />}
          </Link>
        ))}
      </nav>
      <Part artist={artist} tab={tab} />
    </div>
  );
}

function TabCount({ count }: { count: number }) {
  return <span className="profile-tab-count"> {count > 99 ? "99+" : count}</span>;
}

function Part({ artist, tab }: { artist: Artist; tab: ProfileTab }) {
  switch (tab) {
    case "works":
      return <WorksTab artist={artist} />;
    case "drafts":
      return <DraftsTab />;
    case "collections":
      return <CollectionsTab artist={artist} />;
    case "about":
      return <AboutTab artist={artist} />;
  }
}

function ProfileSkeleton() {
  return (
    <div className="profile">
      <div className="profile-cover" />
      <div className="profile-head">
        <span className="profile-avatar" />
        <div className="profile-words" />
      </div>
      <div className="profile-tabs" />
      <GridSkeleton kind="profile" />
    </div>
  );
}

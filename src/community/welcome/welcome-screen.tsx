import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link, Redirect } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { Avatar } from "../../shared/avatar";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { FollowButton } from "../follow-button";
import { ScreenBoundary } from "../grid/screen-boundary";
import { Handle } from "../handle";
import "./welcome-screen.css";

/** With this many follows, the feed has works to show. */
const ENOUGH = 3;

/** The first screen of a new member: following three artists fills their feed. */
export function WelcomeScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") return <Redirect to="/sign-up" replace />;
  return (
    <ScreenBoundary title={t("The suggestions did not load")}>
      <div className="welcome">
        <h1>{t("Welcome to Spotlight")}</h1>
        <Choices />
      </div>
    </ScreenBoundary>
  );
}

function Choices() {
  const artists = useQuery(api.community.relationships.follows.suggested, { toStart: true });
  if (artists === undefined) return <Skeleton width="100%" height="240px" />;
  const chosen = artists.filter(({ isFollowed }) => isFollowed).length;
  const wanted = Math.min(ENOUGH, artists.length);
  return (
    <>
      {artists.length > 0 && (
        <>
          <p>
            {t("Follow {wanted} artists, and your feed shows their new works first.", { wanted })}
          </p>
          <ul className="welcome-artists" aria-label={t("Artists to follow")}>
            {artists.map((artist) => (
              <li key={artist.username}>
                <Link href={`/u/${artist.username}`}>
                  <Avatar name={artist.name} imageUrl={artist.avatarUrl ?? undefined} />
                  <span>
                    <b>{artist.name}</b>
                    <Handle username={artist.username} />
                  </span>
                </Link>
                <FollowButton artist={artist} look="outline" />
              </li>
            ))}
          </ul>
        </>
      )}
      <footer className="welcome-next">
        <p role="status">{progressOf(chosen, wanted)}</p>
        <Link
          className="billing-button"
          data-look={chosen >= wanted ? "primary" : "outline"}
          href={chosen > 0 ? "/?feed=following" : "/"}
        >
          {chosen > 0 ? t("See your feed") : t("Look around first")}
        </Link>
        <Link className="billing-button" data-look="outline" href="/upload">
          {t("Share your first work")}
        </Link>
      </footer>
    </>
  );
}

function progressOf(chosen: number, wanted: number): string {
  if (wanted === 0) return t("No one shares here yet. Be the first.");
  return chosen >= wanted
    ? t("Your feed is ready.")
    : t("{chosen} of {wanted} followed", { chosen, wanted });
}

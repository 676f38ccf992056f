import { formatNumber } from "../../language/format";
import { plural, t } from "../../language/text";
import { HeartHandshake, Link2 } from "lucide-react";
import { useState } from "react";
import { initialsOf } from "../../shared/avatar";
import { OwnActions } from "./own-actions";
import { PeopleDialog } from "./people-dialog";
import type { PeopleList } from "./people-dialog";
import type { Artist } from "./profile-data";
import { VisitorActions } from "./visitor-actions";

/** Cover, picture, name and text of an artist, and the actions on them. */
export function ProfileHead({ artist }: { artist: Artist }) {
  const { username, name, bio, avatarUrl, coverUrl, isMine, isSupporter } = artist;
  return (
    <>
      <div className="profile-cover">{coverUrl !== null && <img src={coverUrl} alt="" />}</div>
      <header className="profile-head">
        <span className="profile-avatar" aria-hidden="true">
          {avatarUrl === null ? initialsOf(name) : <img src={avatarUrl} alt="" />}
        </span>
        <div className="profile-words">
          <h1>{name}</h1>
          <p className="profile-username">@{username}</p>
          {isSupporter && (
            <p className="profile-supporter">
              <HeartHandshake size={16} strokeWidth={1.75} aria-hidden />
              {t("Supports Spotlight")}
            </p>
          )}
          {bio !== "" && <p className="profile-bio">{bio}</p>}
          <Facts artist={artist} />
        </div>
        <div className="profile-actions">
          {isMine ? <OwnActions artist={artist} /> : <VisitorActions artist={artist} />}
        </div>
      </header>
    </>
  );
}

function Facts({ artist }: { artist: Artist }) {
  const { followers, followed, links } = artist;
  const [shown, setShown] = useState<PeopleList | null>(null);
  return (
    <ul className="profile-facts">
      <li>
        <button type="button" onClick={() => setShown("followers")}>
          <b>{formatNumber(followers)}</b> {plural(followers, "follower", "followers")}
        </button>
      </li>
      <li>
        <button type="button" onClick={() => setShown("followed")}>
          <b>{formatNumber(followed)}</b> {t("following")}
        </button>
      </li>
      {links.map((link) => (
        <li key={link}>
          <ProfileLink link={link} />
        </li>
      ))}
      <PeopleDialog artist={artist} list={shown} onClose={() => setShown(null)} />
    </ul>
  );
}

/** An artist's link. The target site gets no referrer. */
export function ProfileLink({ link }: { link: string }) {
  return (
    <a href={link} rel="me nofollow noopener noreferrer" target="_blank">
      <Link2 size={16} strokeWidth={1.75} aria-hidden />
      {link.replace(/^https:\/\/(www\.)?/, "").replace(/\/$/, "")}
    </a>
  );
}

import type { Artist } from "./profile-data";
import { ProfileLink } from "./profile-head";

/** An artist's text and links. */
export function AboutTab({ artist }: { artist: Artist }) {
  const { name, bio, links, isMine } = artist;
  if (bio === "" && links.length === 0) {
    return (
      <section className="profile-empty">
        <h2>{isMine ? "You have not said anything yet" : `${name} has not said anything yet`}</h2>
        <p>
          {isMine
            ? "Edit your page to say who you are and where else you can be found."
            : "Their work has to speak for them."}
        </p>
      </section>
    );
  }
  return (
    <section className="profile-part profile-about" aria-label={`About ${name}`}>
      {bio !== "" && <p className="profile-bio">{bio}</p>}
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link}>
              <ProfileLink link={link} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import type { Artist } from "./profile-data";
import { t } from "../../language/text";
import { ProfileLink } from "./profile-head";

/** An artist's bio and links. */
export function AboutTab({ artist }: { artist: Artist }) {
  const { name, bio, links, isMine } = artist;
  if (bio === "" && links.length === 0) {
    return (
      <section className="profile-empty">
        <h2>
          {isMine
            ? t("You have not said anything yet")
            : t("{name} has not said anything yet", { name })}
        </h2>
        <p>
          {isMine
            ? t("Edit your page to say who you are and where else you can be found.")
            : t("Their work has to speak for them.")}
        </p>
      </section>
    );
  }
  return (
    <section className="profile-part profile-about" aria-label={t("About {name}", { name })}>
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

import { T, t } from "../../language/text";
import { Link } from "wouter";
import { SitePage, SitePart } from "./site-page";

/** Which data the site stores, for how long, and who else gets it. */
export function PrivacyScreen() {
  return (
    <SitePage
      title={t("Privacy")}
      lead={t("What this site stores about you, for how long, and who else sees it.")}
    >
      <SitePart id="visitors" title={t("If you only look")}>
        <p>
          {t(
            "No account is needed. Your browser remembers the theme and the language that you choose; the language is in the only cookie. To slow down guessing and floods, requests are counted by network address; a count is deleted within two days. Only if the people who run this site switch on an analytics service does your browser load one.",
          )}
        </p>
      </SitePart>
      <SitePart id="members" title={t("If you have an account")}>
        <ul>
          <li>
            {t(
              "Your username, and your password as a hash that nobody can read back. An e-mail address if you give one, which only you see, and the language of your mails. Your last five usernames lead to your page.",
            )}
          </li>
          <li>
            {t(
              "What you publish: profile, works, comments, collections. A position that a camera wrote into a picture is left out, unless you choose to share it.",
            )}
          </li>
          <li>
            {t("Whom you follow, block and mute, and what you like. Blocks and mutes are private.")}
          </li>
          <li>
            {t(
              "Which works you looked at, to count each view once a day: deleted after two days. Artists see numbers, never names.",
            )}
          </li>
          <li>
            {t(
              "The browsers in which you are signed in. We keep a hash of a secret in your browser, so that strangers who guess your password do not lock you out.",
            )}
          </li>
          <li>{t("Your searches are not stored.")}</li>
        </ul>
      </SitePart>
      <SitePart id="payments" title={t("If you pay")}>
        <p>
          {t(
            "We keep your plan, your invoices, and of a card its brand and last four digits. The whole number stays with the payment service. Invoices are kept for ten years after the year of issue, because the law asks for it, also after you have deleted your account.",
          )}
        </p>
      </SitePart>
      <SitePart id="others" title={t("Who else sees it")}>
        <p>
          {t(
            "Everyone sees what you publish. Search engines may list it, and each of your works asks AI crawlers to stay away unless you allow them. We sell nothing about you.",
          )}
        </p>
      </SitePart>
      <SitePart id="yours" title={t("What you can do")}>
        <p>
          <T
            text="You can edit or delete anything you’ve published. In {settings} you can download a copy of everything or delete your account. That deletes your name, works, files, comments, likes and follows, and others can take your username after 30 days. If your account was suspended, we keep a fingerprint of its usernames and email address so that it can’t come back. Copies in backups are deleted when the backups are replaced."
            settings={<Link href="/settings">{t("Settings")}</Link>}
          />
        </p>
      </SitePart>
    </SitePage>
  );
}

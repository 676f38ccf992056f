import { T, t } from "../../language/text";
import { Link } from "wouter";
import { SitePage, SitePart } from "./site-page";

/** How the site works, in the order in which members ask. */
export function HelpScreen() {
  return (
    <SitePage
      title={t("Help")}
      lead={t("Short answers about sharing work, plans and your account.")}
    >
      <SitePart id="share" title={t("Share work")}>
        <p>
          <T
            text="Drop files on {upload}, give each a title and publish. Pictures can be up to 10 MB, videos up to 15 MB. JPEG, PNG, WebP, AVIF, GIF, APNG, HEIC, MP4, WebM, QuickTime and Matroska are accepted. We keep your original without its metadata, such as where it was taken, and add a preview if browsers can’t show it."
            upload={<Link href="/upload">{t("Upload")}</Link>}
          />
        </p>
        <p>
          {t(
            "A work can have nine more pictures and twenty steps of how it came about. Save it as a draft, and only you see it. After publishing you can change everything, the file too.",
          )}
        </p>
      </SitePart>
      <SitePart id="seen" title={t("Who sees my work")}>
        <p>
          {t(
            "Everyone, with or without an account. Works that you mark as sensitive are blurred until someone chooses to look, and their links show no picture in chats. Whom you block cannot follow you, like or comment on your works.",
          )}
        </p>
        <p>
          {t(
            "Unless you say otherwise, each work asks crawlers not to train AI on it. That is a request that honest crawlers follow; we cannot force the others.",
          )}
        </p>
      </SitePart>
      <SitePart id="plans" title={t("Plans and payment")}>
        <p>
          <T
            text="Free has no end date. {pricing} shows what each plan includes. An upgrade starts at once, and you pay the rest of the period. A downgrade starts at its end. You see the exact amount before you pay, and you can cancel at any time in {billing}. Nothing that you published is deleted when a plan ends."
            pricing={<Link href="/pricing">{t("Pricing")}</Link>}
            billing={<Link href="/settings/billing">{t("Billing")}</Link>}
          />
        </p>
      </SitePart>
      <SitePart id="keys" title={t("Keys")}>
        <p>
          <T
            text="In the viewer, {previous} and {next} turn pictures and works, {like} likes, {larger}, {smaller} and {fit} zoom, {full} fills the screen, {close} closes. The arrows move a picture that is zoomed. {search} goes to the search field from anywhere."
            previous={<kbd>←</kbd>}
            next={<kbd>→</kbd>}
            like={<kbd>L</kbd>}
            larger={<kbd>+</kbd>}
            smaller={<kbd>-</kbd>}
            fit={<kbd>0</kbd>}
            full={<kbd>F</kbd>}
            close={<kbd>Esc</kbd>}
            search={<kbd>/</kbd>}
          />
        </p>
      </SitePart>
      <SitePart id="follow" title={t("Follow without an account")}>
        <p>
          {t(
            "Every artist and every tag has a feed: give your feed reader the address of their page.",
          )}
        </p>
      </SitePart>
      <SitePart id="wrong" title={t("Something is wrong")}>
        <p>
          <T
            text="Report a work, a comment or a member from its own menu. The rules are {here}. You can change your password, which ends your other sessions, and delete your account in {settings}."
            here={<Link href="/rules">{t("here")}</Link>}
            settings={<Link href="/settings">{t("Settings")}</Link>}
          />
        </p>
      </SitePart>
    </SitePage>
  );
}

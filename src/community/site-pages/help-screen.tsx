import { Link } from "wouter";
import { SitePage, SitePart } from "./site-page";

/** How the site works, in the order in which members ask. */
export function HelpScreen() {
  return (
    <SitePage title="Help" lead="Short answers about sharing work, plans and your account.">
      <SitePart id="share" title="Share work">
        <p>
          Drop files on <Link href="/upload">Upload</Link>, give each a title and publish. A picture
          can have up to 10 MB, a film up to 15 MB. JPEG, PNG, WebP, AVIF, GIF, APNG, HEIC, MP4,
          WebM, QuickTime and Matroska are taken. The original is kept as it is; what browsers
          cannot show gets a preview beside it.
        </p>
        <p>
          A work can have nine more pictures and twenty steps of how it came about. Save it as a
          draft, and only you see it. After publishing you can change everything, the file too.
        </p>
      </SitePart>
      <SitePart id="seen" title="Who sees my work">
        <p>
          Everyone, with or without an account. Works that you mark as sensitive are blurred until
          someone chooses to look, and their links show no picture in chats. Whom you block cannot
          follow you, like or comment on your works.
        </p>
        <p>
          Unless you say otherwise, each work asks crawlers not to train AI on it. That is a request
          that honest crawlers follow; we cannot force the others.
        </p>
      </SitePart>
      <SitePart id="plans" title="Plans and payment">
        <p>
          Free has no end date. <Link href="/pricing">Pricing</Link> shows what each plan includes.
          An upgrade starts at once, and you pay the rest of the period. A downgrade starts at its
          end. You see the exact amount before you pay, and you can cancel at any time in{" "}
          <Link href="/settings/billing">Billing</Link>. Nothing that you published is deleted when
          a plan ends.
        </p>
      </SitePart>
      <SitePart id="keys" title="Keys">
        <p>
          In the viewer, <kbd>←</kbd> and <kbd>→</kbd> turn pictures and works, <kbd>L</kbd> likes,{" "}
          <kbd>+</kbd>, <kbd>-</kbd> and <kbd>0</kbd> zoom, <kbd>F</kbd> fills the screen,{" "}
          <kbd>Esc</kbd> closes. The arrows move a picture that is zoomed. <kbd>/</kbd> goes to the
          search field from anywhere.
        </p>
      </SitePart>
      <SitePart id="follow" title="Follow without an account">
        <p>
          Every artist and every tag has a feed: give your feed reader the address of their page.
        </p>
      </SitePart>
      <SitePart id="wrong" title="Something is wrong">
        <p>
          Report a work, a comment or a member from its own menu. The rules are{" "}
          <Link href="/rules">here</Link>. You can change your password, which ends your other
          sessions, and delete your account in <Link href="/settings">Settings</Link>.
        </p>
      </SitePart>
    </SitePage>
  );
}

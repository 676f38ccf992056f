import { T, t } from "../../language/text";
import { Link } from "wouter";
import { SitePage, SitePart } from "./site-page";

/** The agreement between a member and the operator of the site. */
export function TermsScreen() {
  return (
    <SitePage
      title={t("Terms")}
      lead={t("What you and the people who run this site can expect from each other.")}
    >
      <SitePart id="yours" title={t("Your work stays yours")}>
        <p>
          {t(
            "You keep every right in what you upload. You allow us to store it, to make previews of it and to show it here, in shared links and in feeds, for as long as it is published. When you delete it, that ends. What others may do with it is the licence that you choose for each work; without a choice, all rights are reserved.",
          )}
        </p>
      </SitePart>
      <SitePart id="account" title={t("Your account")}>
        <p>
          <T
            text="One account belongs to one person. Keep your password to yourself. You answer for what happens under your name, and for having the rights in what you publish. The {rules} are part of these terms."
            rules={<Link href="/rules">{t("rules")}</Link>}
          />
        </p>
      </SitePart>
      <SitePart id="paid" title={t("Paid plans")}>
        <ul>
          <li>{t("You see the full amount of today, and what follows, before you confirm.")}</li>
          <li>{t("A plan renews at the end of its month or year until you cancel it.")}</li>
          <li>{t("After you cancel, it works until the end of the period that you paid for.")}</li>
          <li>
            {t(
              "When a payment fails we try again for some days and tell you. Then the plan ends, and your account goes on as a free one.",
            )}
          </li>
          <li>
            {t(
              "With a smaller plan your works stay published. What is over its limits can be seen and deleted, not added to.",
            )}
          </li>
        </ul>
      </SitePart>
      <SitePart id="end" title={t("Ending it")}>
        <p>
          <T
            text="You can delete your account at any time in {settings}. It is gone from every page at once. We may suspend an account that breaks the rules, and say why."
            settings={<Link href="/settings">{t("Settings")}</Link>}
          />
        </p>
      </SitePart>
      <SitePart id="limits" title={t("What we do not promise")}>
        <p>
          {t(
            "We take care of the site and of your files, and keep copies of your own originals yourself all the same. The site may be away for a while. Nothing here takes away rights that the law gives you as a consumer.",
          )}
        </p>
      </SitePart>
      <SitePart id="changes" title={t("When these terms change")}>
        <p>
          {t(
            "We announce it here before it counts. If you do not agree, you can cancel and leave with everything that you paid for until then.",
          )}
        </p>
      </SitePart>
    </SitePage>
  );
}

import { T, t } from "../../language/text";
import { Link } from "wouter";
import { SitePage, SitePart } from "./site-page";

/** The community rules. */
export function RulesScreen() {
  return (
    <SitePage
      title={t("Rules")}
      lead={t("Spotlight is for work by people who make it. These few rules keep it so.")}
    >
      <SitePart id="own" title={t("Share your own work")}>
        <p>
          {t(
            "Publish what you made, or helped to make. Studies after someone else name them. A stolen work is hidden, and its file cannot be uploaded again.",
          )}
        </p>
      </SitePart>
      <SitePart id="made" title={t("Say how it was made")}>
        <p>
          {t(
            "Choose “by hand”, “AI-assisted” or “AI-generated” truthfully. All three are welcome. A wrong label is a reason to report a work.",
          )}
        </p>
      </SitePart>
      <SitePart id="mark" title={t("Mark what not everyone wants to see")}>
        <p>
          {t(
            "Nudity and violence in art are fine when they are marked as sensitive. Sexual depictions of minors are never fine: they are removed, and so is the account.",
          )}
        </p>
      </SitePart>
      <SitePart id="kind" title={t("Talk about the work")}>
        <p>
          {t(
            "Be as honest as you like about a picture, and kind to who made it. Harassment, threats and hate end in a suspended account. So do spam and bought likes.",
          )}
        </p>
      </SitePart>
      <SitePart id="reports" title={t("What happens after a report")}>
        <p>
          {t(
            "A person reads each report. They hide the work, delete the comment, suspend the member, or do nothing. A hidden work stays visible to its artist alone, and comes back if it was a mistake. A suspended member can still read, cancel their plan and delete their account, and is told the reason.",
          )}
        </p>
        <p>
          <T
            text="How the law comes in is part of the {terms}."
            terms={<Link href="/terms">{t("terms")}</Link>}
          />
        </p>
      </SitePart>
    </SitePage>
  );
}

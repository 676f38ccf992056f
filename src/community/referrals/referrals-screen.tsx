import { t } from "../../language/text";
import { useSearchParams } from "wouter";
import { ReferralCard } from "../../../packages/billing/src/react";
import { useIdentity } from "../../identity";
import { SettingsNav } from "../billing-settings/settings-nav";
import { SignInFirst } from "../billing-settings/sign-in-first";
import "../billing-settings/settings.css";

const PROGRAM_ID = "invite-artist";

/** The user's own referral code, and a form for a friend's code. */
export function ReferralsScreen() {
  const { status } = useIdentity();
  const [search] = useSearchParams();
  const givenCode = search.get("code") ?? undefined;
  if (status === "signedOut") {
    const path = givenCode === undefined ? "/settings/referrals" : referralPath(givenCode);
    return (
      <SignInFirst title={t("Sign in to invite artists")} path={path}>
        {t("Your code and its rewards belong to your account.")}
      </SignInFirst>
    );
  }
  return (
    <div className="settings" data-width="narrow">
      <h1>{t("Referrals")}</h1>
      <SettingsNav />
      <ReferralCard
        programId={PROGRAM_ID}
        linkFor={(code) => new URL(referralPath(code), document.baseURI).href}
        givenCode={givenCode}
      >
        <p className="settings-promise">
          {t(
            "Invite an artist with your code. When they first pay for a plan, you both get 200 credits. They last three months. A free trial does not count yet; its first payment does.",
          )}
        </p>
      </ReferralCard>
    </div>
  );
}

/** The page that redeems a code, with the code filled in. */
export function referralPath(code: string): string {
  return `/settings/referrals?code=${encodeURIComponent(code)}`;
}

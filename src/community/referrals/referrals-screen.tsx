import { t } from "../../language/text";
import { Link, useSearchParams } from "wouter";
import { ReferralCard } from "../../../packages/billing/src/react";
import { useIdentity } from "../../identity";
import { SettingsNav } from "../billing-settings/settings-nav";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { withNextPath } from "../../shared/next-path";
import { EmptyState } from "../grid/empty-state";
import "../billing-settings/settings.css";

const PROGRAM_ID = "invite-artist";

/** The user's own referral code, and a form for a friend's code. */
export function ReferralsScreen() {
  const { status } = useIdentity();
  const [search] = useSearchParams();
  const givenCode = search.get("code") ?? undefined;
  if (status === "signedOut") {
    return givenCode === undefined ? (
      <SignInFirst title={t("Sign in to invite artists")} path="/settings/referrals">
        {t("Your code and its rewards belong to your account.")}
      </SignInFirst>
    ) : (
      <Invitation path={referralPath(givenCode)} />
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
            "Invite an artist with your code. You both get 200 credits 30 days after they first pay for a plan, unless that payment is refunded. The credits last three months. A free trial doesn’t count until its first payment.",
          )}
        </p>
      </ReferralCard>
    </div>
  );
}

/** The screen for a visitor who opens a referral link without an account. */
function Invitation({ path }: { path: string }) {
  return (
    <EmptyState
      look="empty"
      title={t("You’re invited to Spotlight")}
      action={
        <>
          <Link
            className="billing-button"
            data-look="primary"
            data-size="large"
            href={withNextPath("/sign-up", path)}
          >
            {t("Join")}
          </Link>
          <Link
            className="billing-button"
            data-look="text"
            data-size="large"
            href={withNextPath("/sign-in", path)}
          >
            {t("Sign in")}
          </Link>
        </>
      }
    >
      {t(
        "Share your art, and use a friend’s code. When you first pay for a plan, you both get 200 credits.",
      )}
    </EmptyState>
  );
}

/** The page that redeems a code, with the code filled in. */
export function referralPath(code: string): string {
  return `/settings/referrals?code=${encodeURIComponent(code)}`;
}

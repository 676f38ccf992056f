import { msg, t } from "../../language/text";
import { Link } from "wouter";
import { BillingPortal, useCustomer } from "../../../packages/billing/src/react";
import { useIdentity } from "../../identity";
import { OwnStudio } from "../studio/own-studio";
import { SettingsNav } from "./settings-nav";
import { SignInFirst } from "./sign-in-first";
import "./settings.css";

const PATH = "/settings/billing";

/** Plan, usage, invoices and cards of the user. */
export function BillingSettingsScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your billing")} path={PATH}>
        {t("Only you see your plan, card and invoices.")}
      </SignInFirst>
    );
  }
  return (
    <div className="settings">
      <h1>{t("Billing")}</h1>
      <SettingsNav />
      <BillingPortal
        group="main"
        returnPath={PATH}
        creditsSpentOn={SPENT_ON}
        planActions={
          <Link href="/pricing" className="billing-button" data-look="primary">
            {t("See all plans")}
          </Link>
        }
        aside={<TestClockLink />}
      >
        <OwnStudio />
      </BillingPortal>
    </div>
  );
}

/** Only in the sandbox. */
function TestClockLink() {
  const { customer } = useCustomer({ errorOnNotFound: false });
  if (customer?.env !== "sandbox") return null;
  return (
    <Link className="settings-link" href="/dev/billing">
      {t("Test clock")}
    </Link>
  );
}

/** The names of features that Spotlight's credits pay for, by feature id. */
export const SPENT_ON = {
  boost: msg("Boosts"),
  ai_tag: msg("Tag ideas"),
} as const;

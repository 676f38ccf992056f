import { t } from "../../language/text";
import {
  ChangePassword,
  EmailAddress,
  SessionList,
  TwoStep,
  useHasLocalAccount,
  useIdentity,
} from "../../identity/index";
import { SettingsNav } from "../billing-settings/settings-nav";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { ScreenBoundary } from "../grid/screen-boundary";
import { Part } from "./part";
import "../billing-settings/settings.css";
import "./settings-screen.css";

/** How the user signs in: address, password, second step, sessions. */
export function SecurityScreen() {
  const { status } = useIdentity();
  const isLocal = useHasLocalAccount();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your settings")} path="/settings/security">
        {t("Only you see how you sign in.")}
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title={t("Your settings did not load")}>
      <div className="settings" data-width="narrow">
        <h1>{t("Security")}</h1>
        <SettingsNav />
        {isLocal && (
          <Part title={t("E-mail address")}>
            <p>
              {t(
                "It resets a forgotten password, and we tell you there when something about your sign-in changes. No one else sees it.",
              )}
            </p>
            <EmailAddress />
          </Part>
        )}
        <Part title={t("Password")}>
          <ChangePassword />
        </Part>
        {isLocal && (
          <>
            <Part title={t("Two-step sign-in")}>
              <p>
                {t(
                  "After your password, we also ask for a code that changes every 30 seconds. An authenticator app on your phone shows it.",
                )}
              </p>
              <TwoStep />
            </Part>
            <Part title={t("Where you are signed in")}>
              <SessionList />
            </Part>
          </>
        )}
      </div>
    </ScreenBoundary>
  );
}

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
      <SignInFirst title="Sign in to see your settings" path="/settings/security">
        Only you see how you sign in.
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title="Your settings did not load">
      <div className="settings" data-width="narrow">
        <h1>Security</h1>
        <SettingsNav />
        {isLocal && (
          <Part title="E-mail address">
            <p>
              It resets a forgotten password, and we tell you there when something about your
              sign-in changes. No one else sees it.
            </p>
            <EmailAddress />
          </Part>
        )}
        <Part title="Password">
          <ChangePassword />
        </Part>
        {isLocal && (
          <>
            <Part title="Two-step sign-in">
              <p>
                After your password, we also ask for a code that changes every 30 seconds. An
                authenticator app on your phone shows it.
              </p>
              <TwoStep />
            </Part>
            <Part title="Where you are signed in">
              <SessionList />
            </Part>
          </>
        )}
      </div>
    </ScreenBoundary>
  );
}

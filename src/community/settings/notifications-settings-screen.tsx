import { t } from "../../language/text";
import { useIdentity } from "../../identity/index";
import { SettingsNav } from "../billing-settings/settings-nav";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { ScreenBoundary } from "../grid/screen-boundary";
import { NotificationChoices } from "./notification-choices";
import { Part } from "./part";
import "../billing-settings/settings.css";
import "./settings-screen.css";

/** Which notifications a member gets, on the site and by mail. */
export function NotificationsSettingsScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your settings")} path="/settings/notifications">
        {t("Choose what we tell you.")}
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title={t("Your settings did not load")}>
      <div className="settings" data-width="narrow">
        <h1>{t("Notifications")}</h1>
        <SettingsNav />
        <Part title={t("What we tell you")}>
          <NotificationChoices />
        </Part>
      </div>
    </ScreenBoundary>
  );
}

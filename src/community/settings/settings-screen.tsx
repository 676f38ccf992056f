import { t } from "../../language/text";
import { Link } from "wouter";
import { ChangeUsername, useIdentity } from "../../identity/index";
import { LanguageRadios } from "../../shared/language-choice";
import { ThemeRadios } from "../../shared/theme-choice";
import { useOwnProfile } from "../../shared/use-own-profile";
import { SettingsNav } from "../billing-settings/settings-nav";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { ScreenBoundary } from "../grid/screen-boundary";
import { ContentChoices } from "./content-choices";
import { ExportData } from "./export-data";
import { DeleteAccount } from "./delete-account";
import { BlockedAndMuted } from "./blocked-and-muted";
import { Part } from "./part";
import "../billing-settings/settings.css";
import "./settings-screen.css";

/** Profile, name, appearance and content: the first page of the settings. */
export function SettingsScreen() {
  const identity = useIdentity();
  if (identity.status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your settings")} path="/settings">
        {t("Choose what you see and how others see you.")}
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title={t("Your settings did not load")}>
      <div className="settings" data-width="narrow">
        <h1>{t("Account")}</h1>
        <SettingsNav />
        <OwnPage />
        <Part title={t("Username")}>
          <p>
            {t(
              "Your page’s address and your name at sign-in. You can change it once a week, and your last five names stay yours.",
            )}
          </p>
          <ChangeUsername />
        </Part>
        <Part title={t("Appearance")}>
          <p>{t("How the site looks on this device.")}</p>
          <ThemeRadios />
        </Part>
        <Part title={t("Language")}>
          <p>{t("The language of the site on this device, and of our mails to you.")}</p>
          <LanguageRadios />
        </Part>
        <Part title={t("Content")}>
          <ContentChoices />
        </Part>
        <Part title={t("Blocked and muted")}>
          <BlockedAndMuted kind="block" />
          <BlockedAndMuted kind="mute" />
        </Part>
        <Part title={t("Your data")}>
          <ExportData />
        </Part>
        <Part title={t("Delete account")}>
          <DeleteAccount signOut={identity.signOut} />
        </Part>
      </div>
    </ScreenBoundary>
  );
}

function OwnPage() {
  const own = useOwnProfile();
  return (
    <Part title={t("Profile")}>
      <p>{t("Change your name, picture, text and links on your page.")}</p>
      {own && (
        <Link className="billing-button" data-look="outline" href={`${own.page}?edit`}>
          {t("Edit your page")}
        </Link>
      )}
    </Part>
  );
}

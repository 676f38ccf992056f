import { RadioGroup } from "../../packages/ui/src/radio-group";
import { useMutation } from "convex/react";
import { api } from "../../convex/_generated/api";
import { useHasLocalAccount, useIdentity } from "../identity";
import { LANGUAGES } from "../language/languages";
import type { Language } from "../language/languages";
import { t } from "../language/text";
import { chooseLanguage, useTranslation } from "../language/translation";
import { showToast } from "./toasts";
import { useRequest } from "./use-request";

/** Each in its own language, so that users find theirs. */
const NAMES = { en: "English", de: "Deutsch" };

/** Chooses the language of the site on this device, and of a signed-in member's mails. */
export function LanguageRadios() {
  const value = useTranslation()?.language ?? "en";
  const { status } = useIdentity();
  const isLocal = useHasLocalAccount();
  const tell = useMutation(api.accounts.language.set);
  const [, run] = useRequest();
  async function choose(language: Language) {
    await chooseLanguage(language);
    // Accounts of other identity providers get no mails.
    if (status === "signedIn" && isLocal) run(() => tell({ language }));
  }
  return (
    <RadioGroup
      look="segment"
      legend={t("Language")}
      value={value}
      onChange={(next) => void choose(next).catch(sayUnreachable)}
      options={LANGUAGES.map((language) => ({ value: language, label: NAMES[language] }))}
    />
  );
}

/** The same choice as part of a menu. */
export function LanguageChoice() {
  return (
    <div className="app-menu-part">
      <p className="app-menu-label" aria-hidden="true">
        {t("Language")}
      </p>
      <LanguageRadios />
    </div>
  );
}

const sayUnreachable = () => showToast("error", { title: t("We could not reach the server") });

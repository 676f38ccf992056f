import { RadioGroup } from "../../packages/ui/src/radio-group";
import { LANGUAGES } from "../language/languages";
import { t } from "../language/text";
import { chooseLanguage, useTranslation } from "../language/translation";
import { showToast } from "./toasts";

/** In their own words, so that everybody finds theirs. */
const NAMES = { en: "English", de: "Deutsch" };

/** The language of the site on this device. */
export function LanguageRadios() {
  const value = useTranslation()?.language ?? "en";
  return (
    <RadioGroup
      look="segment"
      legend={t("Language")}
      value={value}
      onChange={(next) => void chooseLanguage(next).catch(sayUnreachable)}
      options={LANGUAGES.map((language) => ({ value: language, label: NAMES[language] }))}
    />
  );
}

/** The same choice as a part of a menu. */
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

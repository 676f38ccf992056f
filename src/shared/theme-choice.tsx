import { msg, t } from "../language/text";
import { RadioGroup } from "../../packages/ui/src/radio-group";
import { THEMES, useTheme } from "./theme";

const LABELS = { light: msg("Light"), dark: msg("Dark"), system: msg("System") };

/** Chooses light, dark, or the device's theme. */
export function ThemeRadios() {
  const [theme, chooseTheme] = useTheme();
  return (
    <RadioGroup
      look="segment"
      legend={t("Appearance")}
      value={theme}
      onChange={chooseTheme}
      options={THEMES.map((value) => ({ value, label: t(LABELS[value]) }))}
    />
  );
}

/** The same choice as part of a menu. */
export function ThemeChoice() {
  return (
    <div className="app-menu-part">
      <p className="app-menu-label" aria-hidden="true">
        {t("Appearance")}
      </p>
      <ThemeRadios />
    </div>
  );
}

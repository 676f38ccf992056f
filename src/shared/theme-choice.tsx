import { RadioGroup } from "../../packages/ui/src/radio-group";
import { THEMES, useTheme } from "./theme";

const LABELS = { light: "Light", dark: "Dark", system: "System" };

/** Light, dark, or as the device. */
export function ThemeRadios() {
  const [theme, chooseTheme] = useTheme();
  return (
    <RadioGroup
      look="segment"
      legend="Appearance"
      value={theme}
      onChange={chooseTheme}
      options={THEMES.map((value) => ({ value, label: LABELS[value] }))}
    />
  );
}

/** The same choice as a part of a menu. */
export function ThemeChoice() {
  return (
    <div className="app-menu-part">
      <p className="app-menu-label" aria-hidden="true">
        Appearance
      </p>
      <ThemeRadios />
    </div>
  );
}

import { t } from "../language/text";
import { SunMoon } from "lucide-react";
import { Button } from "../../packages/ui/src/button";
import { LanguageChoice } from "../shared/language-choice";
import { Menu } from "../shared/menu";
import { ThemeChoice } from "../shared/theme-choice";

/** The theme menu for visitors, who have no account menu. */
export function AppearanceMenu() {
  const trigger = (
    <Button look="text" shape="round" aria-label={t("Appearance")}>
      <SunMoon size={20} strokeWidth={1.75} aria-hidden />
    </Button>
  );
  return (
    <Menu label={t("Appearance")} trigger={trigger}>
      {() => (
        <>
          <ThemeChoice />
          <LanguageChoice />
        </>
      )}
    </Menu>
  );
}

import { t } from "../language/text";

/** What the buttons that move a named row of a list do. */
export const moveLabels = (name: string) => ({
  up: t("Move {name} up", { name }),
  down: t("Move {name} down", { name }),
});

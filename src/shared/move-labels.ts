import { t } from "../language/text";

/** The labels of the buttons that move a named row of a list. */
export const moveLabels = (name: string) => ({
  up: t("Move {name} up", { name }),
  down: t("Move {name} down", { name }),
});

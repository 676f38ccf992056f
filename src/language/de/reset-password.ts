import type { Texts } from "../catalogue";

/** The texts of src/community/reset-password, in German. */
export const RESET_PASSWORD = {
  "Get another": "Neuen holen",
  "The link no longer works?": "Der Link gilt nicht mehr?",
  "You were signed out everywhere.": "Du wurdest überall abgemeldet.",
  "Your password is changed.": "Dein Passwort ist geändert.",
} as const satisfies Texts;

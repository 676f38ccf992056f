import type { Texts } from "../catalogue";

/** The texts of src/identity, in German. */
export const IDENTITY = {
  ", met": ", erfüllt",
  "Available usernames like it": "Ähnliche freie Benutzernamen",
  "Available.": "Frei.",
  "Change password": "Passwort ändern",
  "Change username": "Benutzernamen ändern",
  "Checking.": "Wird geprüft.",
  "Create account": "Konto anlegen",
  "Current password": "Jetziges Passwort",
  "Enter your current password": "Gib dein jetziges Passwort ein",
  "Enter your password": "Gib dein Passwort ein",
  "Enter your username": "Gib deinen Benutzernamen ein",
  Hide: "Verbergen",
  "New password": "Neues Passwort",
  "Other browsers have been signed out.": "Andere Browser wurden abgemeldet.",
  "Password changed.": "Passwort geändert.",
  "Password of {username}": "Passwort von {username}",
  Show: "Zeigen",
  "Show password": "Passwort zeigen",
  "Sign in with this name. Links to your page before lead here.":
    "Melde dich mit diesem Namen an. Frühere Links zu deiner Seite führen hierher.",
  "That username is taken": "Dieser Benutzername ist vergeben",
  "The server did not answer. Check your connection and try again":
    "Der Server hat nicht geantwortet. Prüf deine Verbindung und versuch es noch einmal",
  "You are @{changed} now.": "Du bist jetzt @{changed}.",
  "Your page will be spotlight/u/{username}": "Deine Seite wird spotlight/u/{username}",
  "Your password is managed by Clerk, where you sign in.":
    "Dein Passwort verwaltet Clerk, wo du dich anmeldest.",
  "{met} of {all} rules met": "{met} von {all} Regeln erfüllt",
} as const satisfies Texts;

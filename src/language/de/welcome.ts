import type { Texts } from "../catalogue";

/** The texts of src/community/welcome, in German. */
export const WELCOME = {
  "Follow {wanted} artists, and your feed shows their new works first.":
    "Folge {wanted} Leuten, und dein Feed zeigt ihre neuen Werke zuerst.",
  "Look around first": "Erst umsehen",
  "No one shares here yet. Be the first.": "Hier teilt noch niemand. Mach den Anfang.",
  "See your feed": "Zu deinem Feed",
  "Share your first work": "Dein erstes Werk teilen",
  "The suggestions did not load": "Die Vorschläge wurden nicht geladen",
  "Welcome to Spotlight": "Willkommen bei Spotlight",
  "Your feed is ready.": "Dein Feed ist bereit.",
  "{chosen} of {wanted} followed": "{chosen} von {wanted} gefolgt",
} as const satisfies Texts;

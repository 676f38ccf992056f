import type { Texts } from "../catalogue";

/** The texts of src/community/confirm-email, in German. */
export const CONFIRM_EMAIL = {
  "All set?": "Alles fertig?",
  "Go to Spotlight": "Zu Spotlight",
} as const satisfies Texts;

import type { Texts } from "../catalogue";

/** The texts of src/community/forgot-password, in German. */
export const FORGOT_PASSWORD = {
  "It came back to you?": "Wieder eingefallen?",
} as const satisfies Texts;

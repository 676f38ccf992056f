import type { Texts } from "../catalogue";

/** The texts of src/community/thanks, in German. */
export const THANKS = {
  "After a purchase, you find its receipt here.": "Nach einem Kauf findest du hier den Beleg.",
  "It is on your account.": "Es ist auf deinem Konto.",
  "Nothing bought yet": "Noch nichts gekauft",
  "Open the receipt": "Beleg öffnen",
  "Publish a work": "Ein Werk veröffentlichen",
  "See your billing": "Zur Abrechnung",
  "Sign in to see what you bought": "Melde dich an, um zu sehen, was du gekauft hast",
  "You paid {amount}.": "Du hast {amount} bezahlt.",
  "{names} are yours now.": {
    one: "{names} gehört jetzt dir.",
    other: "{names} gehören jetzt dir.",
  },
} as const satisfies Texts;

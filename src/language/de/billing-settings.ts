import type { Texts } from "../catalogue";

/** The texts of src/community/billing-settings, in German. */
export const BILLING_SETTINGS = {
  Boosts: "Boosts",
  "Only you see your plan, card and invoices.":
    "Nur du siehst deinen Tarif, deine Karte und deine Rechnungen.",
  "See all plans": "Alle Tarife",
  "Sign in to see your billing": "Melde dich an, um deine Abrechnung zu sehen",
  "Tag ideas": "Tag-Ideen",
} as const satisfies Texts;

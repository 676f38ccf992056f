import type { Texts } from "../catalogue";

/** The texts of src/community/dev-billing, in German. */
export const DEV_BILLING = {
  "Advance 30 days": "30 Tage weiter",
  "Advance a day": "Einen Tag weiter",
  "Advance to the next event": "Weiter zum nächsten Ereignis",
  "Card declined": "Karte abgelehnt",
  "Card expired": "Karte abgelaufen",
  "Fail the next charge": "Nächste Zahlung scheitern lassen",
  "Fails: {reason}.": "Scheitert: {reason}.",
  "Insufficient funds": "Keine Deckung",
  "Make it fail with": "Scheitern lassen mit",
  "Next events": "Nächste Ereignisse",
  "Nothing yet.": "Noch nichts.",
  "Nothing.": "Nichts.",
  "Processing error": "Fehler bei der Verarbeitung",
  "The card decides.": "Die Karte entscheidet.",
  "The next charge": "Die nächste Zahlung",
  "What the payment processor did": "Was der Zahlungsdienst getan hat",
  "Wrong security code": "Falscher Sicherheitscode",
  "Your customer’s clock shows {time}, in real time.": "Deine Kundenuhr zeigt {time}, in Echtzeit.",
  "Your customer’s clock shows {time}, set by a test clock.":
    "Deine Kundenuhr zeigt {time}, gestellt von einer Testuhr.",
  "{status}: {minor} minor units": "{status}: {minor} kleinste Einheiten",
} as const satisfies Texts;

import type { ENGLISH_FAILURES } from "./english-failures";

/** What a user can do about a failed click, in German. */
export const GERMAN_FAILURES: Readonly<Record<keyof typeof ENGLISH_FAILURES, string>> = {
  "failure.no_answer": "Keine Antwort. Prüfe deine Verbindung und versuch es noch einmal.",
  "failure.not_loaded": "Das wurde nicht geladen. Lade die Seite neu.",
  "failure.sign_in": "Du bist abgemeldet. Melde dich an und versuch es noch einmal.",
  "failure.forbidden": "Dein Konto darf das nicht. Schreib uns, wenn es das sollte.",
  "failure.wait": "Das war zu oft. Versuch es in {wait} noch einmal.",
  "failure.not_set_up": "Das geht gerade nicht. Schreib uns, dann beheben wir es.",
  "failure.page": "Die Seite ließ sich nicht öffnen. Schreib uns, dann beheben wir es.",
  "failure.declined": "Deine Zahlung hat nicht geklappt. Versuch es mit einer anderen Karte.",
  "failure.approval": "Deine Bank will, dass du die Zahlung freigibst. Öffne die offene Rechnung.",
  "failure.pending": "Deine Zahlung läuft noch. Warte kurz und lade die Seite neu.",
  "failure.changed": "Der Preis hat sich geändert. Prüfe ihn und bestätige noch einmal.",
  "failure.expired": "Dieses Angebot ist abgelaufen. Schließ es und beginne neu.",
  "failure.quantity": "Diese Menge gibt es nicht. Wähle eine andere.",
  "failure.have": "Das hast du schon. Lade die Seite neu, um es zu sehen.",
  "failure.once": "Das kannst du nicht noch einmal kaufen. Wähle etwas anderes.",
  "failure.gone": "Das gibt es nicht mehr. Lade die Seite neu, um zu sehen, was es gibt.",
  "failure.limit": "Mehr gibt dein Tarif nicht her. Wechsle ihn oder schaff erst Platz.",
  "failure.other": "Das hat nicht geklappt. Versuch es gleich noch einmal.",
};

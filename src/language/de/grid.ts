import type { Texts } from "../catalogue";

/** The texts of src/community/grid, in German. */
export const GRID = {
  Boosted: "Geboostet",
  "In the spotlight today": "Heute im Spotlight",
  "Like {title}, {likes} so far": "{title} liken, bisher {likes}",
  "Loading the works. This takes longer than it should.":
    "Die Werke werden geladen. Es dauert länger, als es sollte.",
  "That did not work": "Das hat nicht geklappt",
  "This browser cannot show {format}. The original is safe.":
    "Dieser Browser kann {format} nicht zeigen. Das Original ist sicher.",
  "This page opens by itself when you are back. Your drafts and uploads are safe.":
    "Diese Seite öffnet sich von selbst, wenn du wieder online bist. Deine Entwürfe und Uploads sind sicher.",
  "We could not reach the server. Your drafts and uploads are safe. Check your connection, then try again.":
    "Wir konnten den Server nicht erreichen. Deine Entwürfe und Uploads sind sicher. Prüf deine Verbindung und versuch es dann noch einmal.",
  "Your change was undone. Nothing was lost.":
    "Deine Änderung wurde zurückgenommen. Es ging nichts verloren.",
  "{title} by {artist}": "{title} von {artist}",
  "{title} by {name}, no description": "{title} von {name}, ohne Beschreibung",
} as const satisfies Texts;

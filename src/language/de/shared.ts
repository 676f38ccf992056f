import type { Texts } from "../catalogue";

/** The texts of src/shared, in German. */
export const SHARED = {
  "Check your connection. Nothing that you wrote is lost.":
    "Prüf deine Verbindung. Nichts von dem, was du geschrieben hast, ist verloren.",
  Dark: "Dunkel",
  Light: "Hell",
  "Move {name} down": "{name} nach unten",
  "Move {name} up": "{name} nach oben",
  "No answer came": "Es kam keine Antwort",
  "No answer came. Try again.": "Es kam keine Antwort. Versuch es noch einmal.",
  "Search art, people and tags": "Kunst, Leute und Tags suchen",
  "Search art, people, tags": "Kunst, Leute, Tags suchen",
  System: "System",
  Undo: "Rückgängig",
  "just now": "gerade eben",
} as const satisfies Texts;

import type { Texts } from "../catalogue";

/** The texts of src/community/auth-layout, in German. */
export const AUTH_LAYOUT = {
  "A bare ink tree in front of a red sun": "Ein kahler Baum aus Tusche vor einer roten Sonne",
  "A wide meadow under a pink sky": "Eine weite Wiese unter rosa Himmel",
  "Already here?": "Schon dabei?",
  "City skyline at night in rain with neon reflections":
    "Eine Stadt bei Nacht im Regen, mit Neonlicht",
  "Forgot your password?": "Passwort vergessen?",
  "Misty layers of pine forest in grey green": "Kiefernwald im Nebel, in graugrünen Schichten",
  "New here?": "Neu hier?",
  "Portrait of a woman with a bun and a striped shirt before a yellow halo with leaves":
    "Porträt einer Frau mit Dutt und gestreiftem Hemd vor einem gelben Kranz mit Blättern",
  "Posting is free. No card.": "Veröffentlichen ist kostenlos. Ohne Karte.",
  "Violet hills and water at sunset": "Violette Hügel und Wasser im Abendlicht",
} as const satisfies Texts;

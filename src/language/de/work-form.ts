import type { Texts } from "../catalogue";

/** The texts of src/community/work-form, in German. */
export const WORK_FORM = {
  "Ask AI companies not to train on it": "KI-Firmen bitten, nicht damit zu trainieren",
  "Describe the picture for someone who cannot see it":
    "Beschreib das Bild für jemanden, der es nicht sieht",
  "No similar work has other tags. A longer title may help.":
    "Kein ähnliches Werk hat andere Tags. Ein längerer Titel hilft vielleicht.",
  "Sensitive: blurred until someone asks to see it": "Sensibel: unscharf, bis jemand es sehen will",
  "Suggest tags": "Tags vorschlagen",
  "Up to 15, separated by commas": "Bis zu 15, mit Kommas getrennt",
  "How it was made": "Wie es entstanden ist",
  "I’d rather not say": "Möchte ich nicht sagen",
} as const satisfies Texts;

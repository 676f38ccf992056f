import type { Texts } from "../catalogue";

/** The texts of src/community/crop, in German. */
export const CROP = {
  "Show only a square part of it in grids": "In Rastern nur einen quadratischen Ausschnitt zeigen",
  "The part that is shown. Arrow keys move the picture, plus and minus change its size.":
    "Der Ausschnitt, der gezeigt wird. Pfeiltasten verschieben das Bild, Plus und Minus ändern seine Größe.",
} as const satisfies Texts;

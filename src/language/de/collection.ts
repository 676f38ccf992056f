import type { Texts } from "../catalogue";

/** The texts of src/community/collection, in German. */
export const COLLECTION = {
  Arrange: "Ordnen",
  "Collection not found": "Sammlung nicht gefunden",
  Everyone: "Alle",
  "It was removed or is private, or the address has a typo.":
    "Sie wurde entfernt oder ist privat, oder die Adresse hat einen Tippfehler.",
  "Nothing in it yet": "Noch ist nichts darin",
  "Only you": "Nur du",
  "Open a work and press Collect to put it here.":
    "Öffne ein Werk und wähle „Sammeln“, um es hierher zu legen.",
  "Remove it": "Entfernen",
  "Remove {title} from the collection": "{title} aus der Sammlung nehmen",
  "Remove {title}?": "{title} entfernen?",
  "The collection is deleted for good. Its works stay where they are.":
    "Die Sammlung wird endgültig gelöscht. Ihre Werke bleiben, wo sie sind.",
  "This collection did not load": "Diese Sammlung wurde nicht geladen",
  "Who sees it": "Wer sie sieht",
  "Works that its owner adds appear here.": "Hier erscheinen Werke, die dazugelegt werden.",
  "You can view or remove this one, not change it.":
    "Du kannst diese ansehen oder entfernen, aber nicht ändern.",
  "Your plan includes fewer collections.": "Dein Tarif umfasst weniger Sammlungen.",
  "{title} is removed": "{title} ist nicht mehr dabei",
} as const satisfies Texts;

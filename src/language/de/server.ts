import type { Texts } from "../catalogue";

/** The texts of src/server, in German. */
export const SERVER = {
  "A community where digital artists share their creativity authentically.":
    "Eine Gemeinschaft, in der digitale Künstlerinnen und Künstler zeigen, was sie wirklich machen.",
  "Find digital art by its artist, its medium, its tags and how it was made.":
    "Finde digitale Kunst nach Künstler, Medium, Tags und wie sie entstanden ist.",
  "How to share work on Spotlight, what plans include, and what to do with a problem.":
    "Wie du Werke auf Spotlight teilst, was Tarife enthalten, und was du bei einem Problem tust.",
  "What Spotlight costs: a free plan, plans for artists, and one for studios.":
    "Was Spotlight kostet: ein kostenloser Tarif, Tarife für Künstlerinnen und Künstler, und einer für Studios.",
  "What Spotlight stores about you, for how long, and who else sees it.":
    "Was Spotlight über dich speichert, wie lange, und wer es sonst sieht.",
  "What members of Spotlight agree on, and what happens after a report.":
    "Worauf sich die Mitglieder von Spotlight einigen, und was nach einer Meldung geschieht.",
  "Your work stays yours: what you and Spotlight can expect from each other.":
    "Deine Werke bleiben deine: was du und Spotlight voneinander erwarten können.",
} as const satisfies Texts;

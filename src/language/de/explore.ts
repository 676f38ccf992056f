import type { Texts } from "../catalogue";

/** The texts of src/community/explore, in German. */
export const EXPLORE = {
  "Nobody among the first matches.": "Niemand unter den ersten Treffern.",
  "People: {medium}": "Leute: {medium}",
  "The best match comes first, not the oldest work.":
    "Der beste Treffer steht vorn, nicht das älteste Werk.",
  "This search looks in all works, not only in #{tag}.":
    "Diese Suche sucht in allen Werken, nicht nur in #{tag}.",
  "How it was made": "Wie es entstanden ist",
  "No works match": "Keine passenden Werke",
  "Oldest first": "Älteste zuerst",
  People: "Leute",
  "Popular tags": "Beliebte Tags",
  "Remove a filter, or search for something else.":
    "Nimm einen Filter weg, oder such nach etwas anderem.",
  "Results for “{text}”": "Ergebnisse für „{text}“",
  "Show everything": "Alles zeigen",
  "The search did not load": "Die Suche wurde nicht geladen",
  "Try fewer words, or other ones.": "Versuch es mit weniger oder anderen Wörtern.",
} as const satisfies Texts;

import type { Texts } from "../catalogue";

/** The texts of src/community/feed, in German. */
export const FEED = {
  Feeds: "Feeds",
  "Find artists": "Leute finden",
  "Follow a few artists and their new work appears here, newest first. Nothing else gets in between.":
    "Folge ein paar Leuten, und ihre neuen Werke erscheinen hier, die neuesten zuerst. Nichts anderes drängt sich dazwischen.",
  Fresh: "Neu",
  "Nothing is trending yet": "Noch ist nichts im Trend",
  "See what is fresh": "Neues ansehen",
  "Share the first work": "Das erste Werk teilen",
  "The gallery did not load": "Die Galerie wurde nicht geladen",
  Trending: "Im Trend",
  "What people share appears here, newest first. Nothing else gets in between.":
    "Was andere teilen, erscheint hier, das Neueste zuerst. Nichts anderes drängt sich dazwischen.",
  "Art, shared by the artists who make it": "Kunst, geteilt von denen, die sie machen",
  "Works that people like and talk about appear here.":
    "Hier erscheinen Werke, die gefallen und über die gesprochen wird.",
  "{count} new works": { one: "1 neues Werk", other: "{count} neue Werke" },
} as const satisfies Texts;

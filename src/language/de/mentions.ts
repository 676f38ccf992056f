import type { Texts } from "../catalogue";

/** The texts of src/community/mentions, in German. */
export const MENTIONS = {
  "People to mention": "Leute zum Erwähnen",
  "{count} people to mention": {
    one: "1 Person zum Erwähnen",
    other: "{count} Leute zum Erwähnen",
  },
} as const satisfies Texts;

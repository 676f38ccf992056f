import type { Texts } from "../catalogue";

/** The texts of src/community/insights, in German. */
export const INSIGHTS = {
  "30 days": "30 Tage",
  "90 days": "90 Tage",
  Day: "Tag",
  "How far back": "Wie weit zurück",
  "New followers": "Neue Follower",
  "Nothing to count yet": "Noch nichts zu zählen",
  "Only you see how often your works are viewed and liked.":
    "Nur du siehst, wie oft deine Werke angesehen und gelikt werden.",
  "Sign in to see your insights": "Melde dich an, um deine Statistik zu sehen",
  "The same as a table": "Dasselbe als Tabelle",
  "When people look at your works, like them or comment on them, you see it here.":
    "Wenn andere deine Werke ansehen, liken oder kommentieren, siehst du es hier.",
  "Your insights did not load": "Deine Statistik wurde nicht geladen",
} as const satisfies Texts;

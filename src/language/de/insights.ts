import type { Texts } from "../catalogue";

/** The texts of src/community/insights, in German. */
export const INSIGHTS = {
  "30 days": "30 Tage",
  "90 days": "90 Tage",
  "As many as in the {days} days before": "So viele wie in den {days} Tagen davor",
  Day: "Tag",
  "Elsewhere on Spotlight": "Anderswo auf Spotlight",
  "Every day as a table": "Jeder Tag als Tabelle",
  "How far back": "Wie weit zurück",
  "Links and other sites": "Links und andere Seiten",
  "New followers": "Neue Follower",
  "No earlier period to compare with": "Kein früherer Zeitraum zum Vergleichen",
  "No view of the last {days} days has a source yet.":
    "Noch hat kein Aufruf der letzten {days} Tage eine Quelle.",
  "None in the {days} days before either": "In den {days} Tagen davor auch nichts",
  "Most: {most} on {day}": "Am meisten: {most} am {day}",
  "Nothing to count yet": "Noch nichts zu zählen",
  "Only you see how often your works are viewed and liked.":
    "Nur du siehst, wie oft deine Werke angesehen und gelikt werden.",
  Search: "Suche",
  "Show more works": "Mehr Werke zeigen",
  "Sign in to see your insights": "Melde dich an, um deine Statistik zu sehen",
  "Slightly fewer than in the {days} days before ({before})":
    "Etwas weniger als in den {days} Tagen davor ({before})",
  "Slightly more than in the {days} days before ({before})":
    "Etwas mehr als in den {days} Tagen davor ({before})",
  "Views by work": "Aufrufe nach Werk",
  "When people look at your works, like them or comment on them, you see it here.":
    "Wenn andere deine Werke ansehen, liken oder kommentieren, siehst du es hier.",
  "Where views came from": "Woher die Aufrufe kamen",
  "Your insights did not load": "Deine Statistik wurde nicht geladen",
  "{now} more than in the {days} days before": "{now} mehr als in den {days} Tagen davor",
  "{percent}% fewer than in the {days} days before ({before})":
    "{percent} % weniger als in den {days} Tagen davor ({before})",
  "{percent}% more than in the {days} days before ({before})":
    "{percent} % mehr als in den {days} Tagen davor ({before})",
  "{unknown} earlier views were counted without a source.":
    "{unknown} frühere Aufrufe wurden ohne Quelle gezählt.",
} as const satisfies Texts;

import type { Texts } from "../catalogue";

/** The texts of src/app, in German. */
export const APP = {
  "About Spotlight": "Über Spotlight",
  "Account of {username}": "Konto von {username}",
  Confirming: "Wird bestätigt",
  "Keep {name}": "{name} behalten",
  "Leave without signing in": "Ohne Anmeldung weiter",
  Main: "Hauptmenü",
  "Notifications, {unread} unread": "Mitteilungen, {unread} ungelesen",
  Pricing: "Preise",
  Quick: "Schnellzugriff",
  "Sign in again": "Noch einmal anmelden",
  "Sign out": "Abmelden",
  "Skip to content": "Zum Inhalt",
  "Something went wrong on our side. Your work and your uploads are safe.":
    "Bei uns ist etwas schiefgegangen. Deine Werke und Uploads sind sicher.",
  "The reason: {reason}. You can read everything, cancel your plan and delete your account. Other changes are not saved.":
    "Der Grund: {reason}. Du kannst alles lesen, deinen Tarif kündigen und dein Konto löschen. Andere Änderungen werden nicht gespeichert.",
  "Update card": "Karte ändern",
  Upload: "Hochladen",
  "We cannot reach the server": "Wir erreichen den Server nicht",
  "We cannot reach the server.": "Wir erreichen den Server nicht.",
  "We’ll try your card one last time on {date}. If that fails, {name} ends. A new card pays the bill immediately.":
    "Am {date} versuchen wir es ein letztes Mal mit deiner Karte. Klappt das nicht, endet {name}. Eine neue Karte zahlt die Rechnung sofort.",
  "We’ll try your card again on {date}. You keep {name} until {end}. A new card pays the bill immediately.":
    "Am {date} versuchen wir es wieder mit deiner Karte. Bis {end} behältst du {name}. Eine neue Karte zahlt die Rechnung sofort.",
  Welcome: "Willkommen",
  "What you see may be outdated. Your drafts and uploads are safe and continue by themselves.":
    "Was du siehst, ist vielleicht nicht aktuell. Deine Entwürfe und Uploads sind sicher und laufen von selbst weiter.",
  You: "Du",
  "You are back online": "Du bist wieder online",
  "You are offline.": "Du bist offline.",
  "You keep {name} for now. A new card pays the bill.":
    "Du behältst {name} erst einmal. Eine neue Karte zahlt die Rechnung.",
  "You keep {name} until then.": "Bis dahin behältst du {name}.",
  "You move to {name} on {date}.": "Am {date} wechselst du zu {name}.",
  "Your account is suspended.": "Dein Konto ist gesperrt.",
  "Your last payment did not go through.": "Deine letzte Zahlung ging nicht durch.",
  "Your session was ended somewhere else, for example by a new password. Nothing that you typed on this page is lost.":
    "Deine Sitzung wurde anderswo beendet, zum Beispiel durch ein neues Passwort. Nichts, was du hier getippt hast, ist verloren.",
  "Your session was ended somewhere else. What you typed is still here, and not saved yet.":
    "Deine Sitzung wurde anderswo beendet. Was du getippt hast, ist noch da, aber noch nicht gespeichert.",
  "{name} ends on {date}.": "{name} endet am {date}.",
  "{unread} unread": "{unread} ungelesen",
} as const satisfies Texts;

import type { Texts } from "../catalogue";

/** The texts of src/community/settings, in German. */
export const SETTINGS = {
  "After your password, we also ask for a code that changes every 30 seconds. An authenticator app on your phone shows it.":
    "Nach dem Passwort fragen wir auch nach einem Code, der alle 30 Sekunden wechselt. Eine Authenticator-App auf deinem Telefon zeigt ihn.",
  "As it is, like everything else.": "So, wie es ist, wie alles andere.",
  Blocked: "Blockiert",
  "Blocked and muted": "Blockiert und stumm",
  "Blur it": "Weichzeichnen",
  "By mail": "Per Mail",
  "Change your name, picture, text and links on your page.":
    "Ändere Name, Bild, Text und Links auf deiner Seite.",
  "Choose what we tell you.": "Wähl, was wir dir mitteilen.",
  "Choose what you see and how others see you.": "Wähl, was du siehst und wie andere dich sehen.",
  "Confirm an e-mail address": "Bestätige eine E-Mail-Adresse",
  Content: "Inhalte",
  "Delete account": "Konto löschen",
  "Delete account…": "Konto löschen …",
  "Delete everything": "Alles löschen",
  "Delete the export": "Export löschen",
  "Delete your account?": "Dein Konto löschen?",
  "Download part {number}": "Teil {number} herunterladen",
  "Download the ZIP file": "ZIP-Datei herunterladen",
  "Export again": "Noch einmal exportieren",
  "Export everything": "Alles exportieren",
  "Files exported": "Exportierte Dateien",
  "Hidden works still appear on their artist's own page.":
    "Auf der eigenen Seite der Künstler erscheinen die Werke weiter.",
  "Hide from shared feeds": "In gemeinsamen Feeds verbergen",
  "Hide it": "Verbergen",
  "How the site looks on this device.": "Wie die Seite auf diesem Gerät aussieht.",
  "Invitations to studios": "Einladungen in Studios",
  "It is hidden everywhere.": "Es ist überall verborgen.",
  "It resets a forgotten password, and we tell you there when something about your sign-in changes. No one else sees it.":
    "Mit ihr ersetzt du ein vergessenes Passwort, und dort sagen wir dir, wenn sich an deiner Anmeldung etwas ändert. Niemand sonst sieht sie.",
  "Keep my account": "Konto behalten",
  "Mails about your sign-in and your payments always come.":
    "Mails zu deiner Anmeldung und deinen Zahlungen kommen immer.",
  Muted: "Stummgeschaltet",
  "No one yet.": "Noch niemand.",
  "On the site": "Auf der Seite",
  "Only you see how you sign in.": "Nur du siehst, wie du dich anmeldest.",
  "Reading your works…": "Deine Werke werden gelesen …",
  "Sensitive content": "Sensible Inhalte",
  "Show it": "Zeigen",
  "Show more": "Mehr zeigen",
  "Sign in to see your settings": "Melde dich an, um deine Einstellungen zu sehen",
  Stop: "Anhalten",
  "The export failed several times, last at file {done} of {files}. None of your data is lost.":
    "Der Export ist mehrmals abgebrochen, bei Datei {done} von {files}. Von deinen Daten fehlt nichts.",
  "Try again later, and contact us if it fails again.":
    "Exportiere später noch einmal, oder sag uns Bescheid, wenn es wieder abbricht.",
  "Your works exceed the 40 GB limit of an export.":
    "Deine Werke brauchen mehr als die 40 GB, die ein Export haben kann.",
  "These parts are complete, but don’t include your newest works.":
    "Diese Teile sind vollständig. Die neuesten Werke sind nicht darin.",
  "It was interrupted and is continuing with smaller parts.":
    "Er wurde unterbrochen und geht mit kleineren Teilen weiter.",
  "The language of the site on this device, and of our mails to you.":
    "Die Sprache der Seite auf diesem Gerät und unserer Mails an dich.",
  "There is at most one mail in three hours, about what you have not read here.":
    "Höchstens alle drei Stunden kommt eine Mail, über das, was du hier noch nicht gelesen hast.",
  "This can't be undone. It deletes, for good:":
    "Das lässt sich nicht rückgängig machen. Endgültig gelöscht werden:",
  "This deletes everything you shared, for good. Export what you want to keep first.":
    "Das löscht alles, was du geteilt hast, endgültig. Exportiere zuerst, was du behalten willst.",
  "Two-step sign-in": "Anmeldung in zwei Schritten",
  "Type your username to confirm": "Tippe zur Bestätigung deinen Benutzernamen",
  "Until you ask for it, work by work.": "Bis du es sehen willst, Werk für Werk.",
  "What we tell you": "Was wir dir mitteilen",
  "You can download it until {date}.": "Du kannst ihn bis {date} herunterladen.",
  "You don't see each other, and you can't follow, like, comment on or mention each other.":
    "Ihr seht einander nicht und könnt einander nicht folgen, liken, kommentieren oder erwähnen.",
  "You don't see their works and comments. They are not notified.":
    "Du siehst ihre Werke und Kommentare nicht. Sie erfahren davon nichts.",
  "Your account is deleted": "Dein Konto ist gelöscht",
  "Your data": "Deine Daten",
  "Your export is ready.": "Dein Export ist fertig.",
  "Your export is ready. Unpack all parts into one folder.":
    "Dein Export ist fertig. Entpack alle Teile in denselben Ordner.",
  "Your invoices stay, with the name or e-mail address on them, until ten years after the end of the year they were issued: we have to be able to show what we sold. Then they are deleted too.":
    "Deine Rechnungen bleiben, mit dem Namen oder der E-Mail-Adresse darauf, bis zehn Jahre nach dem Ende des Jahres, aus dem sie sind: Wir müssen zeigen können, was wir verkauft haben. Dann werden auch sie gelöscht.",
  "Your originals, texts, comments, follows, collections and invoices, with a page that opens offline. It is made in the background: you can leave this page.":
    "Deine Originale, Texte, Kommentare, Sammlungen und Rechnungen und wem du folgst, mit einer Seite, die sich offline öffnet. Der Export entsteht im Hintergrund: Du kannst diese Seite verlassen.",
  "Your page’s address and your name at sign-in. You can change it once a week, and your last five names stay yours.":
    "Die Adresse deiner Seite und dein Name beim Anmelden. Du kannst ihn einmal in der Woche ändern, und deine letzten fünf Namen bleiben dir.",
  "Your password": "Dein Passwort",
  "Your settings did not load": "Deine Einstellungen wurden nicht geladen",
  "all your works, drafts and files": "alle deine Werke, Entwürfe und Dateien",
  "your collections, comments, likes and follows":
    "deine Sammlungen, Kommentare, Likes und wem du folgst",
  "your page and your username, which others can take after 30 days":
    "deine Seite und dein Benutzername, den andere nach 30 Tagen nehmen können",
  "your plan and credits, immediately and without a refund, and your other billing data":
    "dein Tarif und deine Credits, sofort und ohne Erstattung, und deine anderen Abrechnungsdaten",
  "your sign-in": "deine Anmeldung",
  "{confirm} to get mails.": "{confirm}, um Mails zu bekommen.",
  "{done} of {files} files": "{done} von {files} Dateien",
  "{undo} {name}": "{name} {undo}",
  "{what}: by mail": "{what}: per Mail",
  "{what}: on the site": "{what}: auf der Seite",
} as const satisfies Texts;

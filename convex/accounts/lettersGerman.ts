import type { AccountTexts } from "./letterWords";

const about = (username: string) => `In dieser Mail geht es um das Konto @${username}.`;

export const GERMAN: AccountTexts = {
  confirmEmail: (username) => ({
    subject: "Bestätige deine E-Mail-Adresse",
    paragraphs: [
      `Das Konto @${username} auf Spotlight möchte diese Adresse verwenden.`,
      "Wenn du das bist, bestätige sie innerhalb von 24 Stunden.",
    ],
    button: "Adresse bestätigen",
    footer: "Wenn du es nicht bist, tu nichts: Die Adresse wird nicht verwendet.",
  }),
  resetPassword: (username) => ({
    subject: "Wähl ein neues Passwort",
    paragraphs: [
      `Jemand, vermutlich du, hat das Passwort von @${username} auf Spotlight vergessen.`,
      "Der Link gilt einmal und eine Stunde lang. Du wirst überall abgemeldet.",
    ],
    button: "Neues Passwort wählen",
    footer: "Wenn du es nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.",
  }),
  newSignIn: (username, browser, time) => ({
    subject: "Neue Anmeldung bei deinem Konto",
    paragraphs: [
      `Jemand hat sich als @${username} mit einem Browser angemeldet, der vorher nicht angemeldet war: ${browser}, am ${time}.`,
      "Wenn du es warst, ist nichts zu tun. Wenn nicht, melde diesen Browser ab und ändere jetzt dein Passwort.",
    ],
    button: "Sehen, wo du angemeldet bist",
    footer: about(username),
  }),
  passwordChanged: (username, time) => ({
    subject: "Dein Passwort wurde geändert",
    paragraphs: [
      `Das Passwort von @${username} wurde am ${time} geändert. Andere Browser wurden abgemeldet.`,
      "Wenn du es nicht warst, wähl jetzt ein neues Passwort.",
    ],
    button: "Das war ich nicht",
    footer: about(username),
  }),
  emailChanged: (username, time) => ({
    subject: "Deine E-Mail-Adresse wurde geändert",
    paragraphs: [
      `@${username} verwendet diese Adresse seit dem ${time} nicht mehr.`,
      "Wenn du es nicht warst, melde dich an, ändere dein Passwort und setz die Adresse wieder.",
    ],
    button: "Einstellungen prüfen",
    footer: about(username),
  }),
  twoStepOn: (username, time) => ({
    subject: "Die Anmeldung in zwei Schritten ist an",
    paragraphs: [
      `Die Anmeldung in zwei Schritten von @${username} wurde am ${time} eingeschaltet.`,
      "Wenn du es nicht warst, ändere jetzt dein Passwort.",
    ],
    button: "Einstellungen prüfen",
    footer: about(username),
  }),
  twoStepOff: (username, time) => ({
    subject: "Die Anmeldung in zwei Schritten ist aus",
    paragraphs: [
      `Die Anmeldung in zwei Schritten von @${username} wurde am ${time} ausgeschaltet.`,
      "Wenn du es nicht warst, ändere jetzt dein Passwort.",
    ],
    button: "Einstellungen prüfen",
    footer: about(username),
  }),
  unknownBrowser: "ein unbekannter Browser",
  onSystem: (browser, system) => `${browser} auf ${system}`,
};

import type { BillingTexts } from "./words";

export const GERMAN: BillingTexts = {
  receipt: ({ invoice, total }) => ({
    subject: `Dein Beleg ${invoice}`,
    paragraphs: [`Danke. ${total} sind bezahlt.`],
    button: "Rechnung öffnen",
  }),
  becameCredit: ({ invoice, total }) => ({
    subject: `Deine Rechnung ${invoice}`,
    paragraphs: [`Du hast ${total} mehr Guthaben. Deine nächsten Rechnungen verwenden es.`],
    button: "Rechnung öffnen",
  }),
  failed: ({ invoice, total, retries }) => ({
    subject: `Deine Zahlung von ${total} ist fehlgeschlagen`,
    paragraphs: [
      `Die Rechnung ${invoice} über ${total} konnte nicht mit deiner Karte bezahlt werden.`,
      retries
        ? "Bezahl sie jetzt, oder prüf deine Karte in den Einstellungen. Sonst versuchen wir es wieder am:"
        : "Bezahl sie jetzt, um deinen Tarif zu behalten, oder wähl in den Einstellungen eine andere Karte.",
    ],
    button: "Rechnung bezahlen",
  }),
  refund: ({ invoice, note, total }) => ({
    subject: `Deine Erstattung von ${total}`,
    paragraphs: [`Wir erstatten ${total} der Rechnung ${invoice}. Das ist die Gutschrift ${note}.`],
    button: "Gutschrift öffnen",
  }),
  refundFailed: ({ invoice, note, amount }) => ({
    subject: `Deine Erstattung von ${amount} kam zurück`,
    paragraphs: [
      `Wir haben dir ${amount} der Rechnung ${invoice} überwiesen, mit der Gutschrift ${note}. Deine Bank hat das Geld zurückgeschickt, du hast es also noch nicht.`,
      "Gutschrift und Erstattung sind ungültig. Wir wissen davon und suchen einen anderen Weg. Wenn du eine neue Karte hast, speichere sie in den Einstellungen.",
    ],
    button: "Rechnung öffnen",
  }),
  trialEnding: ({ plan, date }) => ({
    subject: `Dein Probezeitraum von ${plan} endet am ${date}`,
    paragraphs: [
      `Dein Probezeitraum von ${plan} endet am ${date}. Dann beginnt der Tarif, und deine Karte wird belastet.`,
      "Wenn du das nicht willst, kündige vor diesem Tag.",
    ],
    button: "Tarif ansehen",
  }),
  renewal: ({ plan, date, amount }) => ({
    subject: `${plan} verlängert sich am ${date}`,
    paragraphs: [
      `Dein Tarif ${plan} verlängert sich am ${date} um ein Jahr.`,
      amount === null
        ? "Dann wird deine Karte belastet."
        : `Dann sind ${amount} fällig. Was dein Guthaben nicht deckt, wird von deiner Karte abgebucht.`,
      "Wenn du das nicht willst, kündige vor diesem Tag.",
    ],
    button: "Tarif ansehen",
  }),
  cardExpiring: ({ card, month }) => ({
    subject: "Deine Karte läuft bald ab",
    paragraphs: [
      `Deine Karte ${card} läuft Ende ${month} ab.`,
      "Speicher eine andere, damit dein Tarif weiterläuft.",
    ],
    button: "Karte ändern",
  }),
  total: (amount) => `Summe: ${amount}`,
  byCard: (amount) => `Mit Karte bezahlt: ${amount}`,
  withCredit: (amount) => `Mit Guthaben bezahlt: ${amount}`,
  toCard: (amount) => `Auf deine Karte: ${amount}`,
  asCredit: (amount) => `Als Guthaben: ${amount}`,
  footer: (username) => `In dieser Mail geht es um die Zahlungen von @${username} auf Spotlight.`,
};

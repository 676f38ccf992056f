import type { Language } from "../contract/languages";

/** The site's own texts in share cards. */
interface CardTexts {
  sensitiveWork: { title: string; description: string };
  workTitle: (title: string, artist: string) => string;
  work: (artist: string) => string;
  artist: (name: string) => string;
  collectionTitle: (title: string, owner: string) => string;
  collection: (owner: string) => string;
  studio: (name: string) => string;
  tag: (tag: string) => string;
  missing: { title: string; description: string };
  deleted: string;
}

const ENGLISH: CardTexts = {
  sensitiveWork: { title: "A work on Spotlight", description: "See it on the site." },
  workTitle: (title, artist) => `${title} by ${artist}`,
  work: (artist) => `A work by ${artist} on Spotlight.`,
  artist: (name) => `Work by ${name} on Spotlight.`,
  collectionTitle: (title, owner) => `${title}, a collection by ${owner}`,
  collection: (owner) => `Works that ${owner} collected.`,
  studio: (name) => `New work from the studio ${name} on Spotlight.`,
  tag: (tag) => `New works with the tag #${tag} on Spotlight.`,
  missing: {
    title: "Page not found",
    description: "This was taken down, or the address has a typo.",
  },
  deleted: "This was here, and was deleted.",
};

const GERMAN: CardTexts = {
  sensitiveWork: { title: "Ein Werk auf Spotlight", description: "Sieh es dir auf der Seite an." },
  workTitle: (title, artist) => `${title} von ${artist}`,
  work: (artist) => `Ein Werk von ${artist} auf Spotlight.`,
  artist: (name) => `Werke von ${name} auf Spotlight.`,
  collectionTitle: (title, owner) => `${title}, eine Sammlung von ${owner}`,
  collection: (owner) => `Werke, gesammelt von ${owner}.`,
  studio: (name) => `Neue Werke aus dem Studio ${name} auf Spotlight.`,
  tag: (tag) => `Neue Werke mit dem Tag #${tag} auf Spotlight.`,
  missing: {
    title: "Seite nicht gefunden",
    description: "Das wurde entfernt, oder die Adresse hat einen Tippfehler.",
  },
  deleted: "Das war hier und wurde gelöscht.",
};

export const CARD_TEXTS: Record<Language, CardTexts> = { en: ENGLISH, de: GERMAN };

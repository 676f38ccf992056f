import type { Language } from "../../contract/languages";
import type { Kind } from "./choices";

/** An event of a mail: who caused it, how many others did too, and the name of its subject. */
interface Happening {
  actors: string;
  count: number;
  about: string;
}

/** The mail about notifications in one language. */
export interface DigestTexts {
  lines: Record<Kind, (happening: Happening) => string>;
  two: (first: string, second: string) => string;
  many: (first: string, others: number) => string;
  subject: (count: number) => string;
  intro: string;
  more: (count: number) => string;
  button: string;
  footer: string;
}

const ENGLISH: DigestTexts = {
  lines: {
    like: ({ actors, about }) => `${actors} liked “${about}”`,
    comment: ({ actors, about }) => `${actors} commented on “${about}”`,
    reply: ({ actors, about }) => `${actors} replied to you on “${about}”`,
    mention: ({ actors, about }) => `${actors} mentioned you on “${about}”`,
    follow: ({ actors, count }) => `${actors} ${count > 1 ? "follow" : "follows"} you now`,
    invite: ({ actors, about }) => `${actors} invites you to the studio “${about}”`,
    offer: ({ actors, about }) => `${actors} offers you the studio “${about}”`,
  },
  two: (first, second) => `${first} and ${second}`,
  many: (first, others) => `${first} and ${others} others`,
  subject: (count) => `${count} new notifications`,
  intro: "This happened on Spotlight since you last looked:",
  more: (count) => `and ${count} more`,
  button: "See all",
  footer:
    "You asked for this mail in your settings. There is at most one in three hours, about what you have not read on the site.",
};

const GERMAN: DigestTexts = {
  lines: {
    like: ({ actors, about }) => `Like von ${actors} für „${about}“`,
    comment: ({ actors, about }) => `Kommentar von ${actors} zu „${about}“`,
    reply: ({ actors, about }) => `Antwort von ${actors} zu „${about}“`,
    mention: ({ actors, about }) => `Erwähnung von ${actors} bei „${about}“`,
    follow: ({ actors, count }) => `${actors} ${count > 1 ? "folgen" : "folgt"} dir jetzt`,
    invite: ({ actors, about }) => `Einladung von ${actors} in das Studio „${about}“`,
    offer: ({ actors, about }) => `${actors} bietet dir das Studio „${about}“ an`,
  },
  two: (first, second) => `${first} und ${second}`,
  many: (first, others) => `${first} und ${others} weiteren`,
  subject: (count) => `${count} neue Mitteilungen`,
  intro: "Das ist auf Spotlight geschehen, seit du zuletzt da warst:",
  more: (count) => `und ${count} weitere`,
  button: "Alle ansehen",
  footer:
    "Du hast diese Mail in deinen Einstellungen bestellt. Sie kommt höchstens alle drei Stunden, über das, was du auf der Seite noch nicht gelesen hast.",
};

export const DIGEST_TEXTS: Record<Language, DigestTexts> = { en: ENGLISH, de: GERMAN };
